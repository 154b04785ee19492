package io.evenkeel.skew.diagnosis;

import io.evenkeel.skew.diagnosis.input.FoundLogs;
import io.evenkeel.skew.diagnosis.judge.ApplicationJudge;
import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.LogReader;
import io.evenkeel.skew.diagnosis.log.ParseLimits;
import java.io.ByteArrayInputStream;
import java.util.List;

/** Judges logs that tests made. */
final class Verdicts {

    private Verdicts() {}

    static ApplicationVerdict of(LogBuilder log) {
        return of(log.bytes());
    }

    static ApplicationVerdict of(byte[] log) {
        try (FoundLogs found = FoundLogs.in(new ByteArrayInputStream(log))) {
            List<ApplicationLog> applications =
                    new LogReader(ParseLimits.DEFAULT).read(found.sources().get(0));
            return new ApplicationJudge().judge(applications.get(0), "test");
        }
    }

    static StageVerdict stage(LogBuilder log) {
        return of(log).stages().get(0);
    }
}
