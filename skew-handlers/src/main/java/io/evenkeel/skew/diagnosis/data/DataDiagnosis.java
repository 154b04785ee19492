package io.evenkeel.skew.diagnosis.data;

import io.evenkeel.file.ColumnFormat;
import java.nio.file.Path;
import java.util.List;

/** Tells the skew that a column of data files would give a shuffle. Immutable. */
public final class DataDiagnosis {

    private final DataReport report;

    private DataDiagnosis(DataReport report) {
        this.report = report;
    }

    /**
     * Reads files.
     *
     * @param column whose values are the keys
     * @param partitions of the shuffle
     * @param redactKeys whether reports show hashes in place of keys
     * @param formats those that are known beside CSV and JSON lines
     * @throws io.evenkeel.error.EngineException if a file can't be read or lacks the column
     */
    public static DataDiagnosis of(
            List<Path> files, String column, int partitions, boolean redactKeys, List<ColumnFormat> formats) {
        KeySurvey survey = new KeySurvey(partitions);
        DataFiles reader = new DataFiles(column, survey, formats);
        files.forEach(reader::read);
        return new DataDiagnosis(new DataReport(column, survey, DataVerdict.of(survey), redactKeys));
    }

    public String text() {
        return report.text();
    }

    public String json() {
        return report.json();
    }

    public String html() {
        return report.html();
    }
}
