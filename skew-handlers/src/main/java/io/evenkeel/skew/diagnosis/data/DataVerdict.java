package io.evenkeel.skew.diagnosis.data;

import io.evenkeel.skew.diagnosis.judge.Words;
import java.util.List;

/**
 * What the counted column means for a shuffle on it. Immutable.
 *
 * @param headline the verdict in one sentence
 * @param join what to do where it is joined on
 * @param aggregation what to do where it is aggregated by
 */
record DataVerdict(String headline, Advice join, Advice aggregation) {

    /** What to do, and why. */
    record Advice(String title, String reason) {}

    /** Up to this many times its even share a reducer may get. */
    private static final double LEVEL = 2;

    private static final double MANY_NULLS = 0.5;

    static DataVerdict of(KeySurvey survey) {
        double imbalance = survey.imbalance();
        if (survey.rows() == 0) {
            Advice nothing = new Advice("Nothing to do", "there are no rows");
            return new DataVerdict("No rows.", nothing, nothing);
        }
        String ratio = "of " + Words.plural(survey.partitions(), "partition") + " the fullest gets "
                + Words.ratio(imbalance) + " its even share";
        boolean tooFew = survey.exact() && survey.distinctAtLeast() * 2L < survey.partitions();
        if (imbalance < LEVEL) {
            Advice nothing = new Advice("Nothing to do", ratio);
            return new DataVerdict("No skew: " + ratio + ".", nothing, nothing);
        }
        List<KeyCounts.Key> top = survey.top();
        long heaviest = top.isEmpty() ? 0 : top.get(0).atLeast();
        if (survey.rowsWithoutKey() >= MANY_NULLS * survey.largestLoad()) {
            String share = Words.percent(survey.share(survey.rowsWithoutKey()));
            Advice filter = new Advice(
                    "Set the rows without a key apart",
                    share + " of the rows have none: filter them out before an inner join, and bring them back by union"
                            + " behind an outer one");
            Advice count = new Advice(
                    "Aggregate the rows without a key apart", share + " of the rows have none and go to one task");
            return new DataVerdict("Skew by missing keys: " + ratio + ".", filter, count);
        }
        if (heaviest < survey.meanLoad()) {
            Advice fewer = tooFew
                    ? new Advice(
                            "Use about " + survey.distinctAtLeast() + " partitions or fewer",
                            "there are only " + Words.plural(survey.distinctAtLeast(), "key"))
                    : new Advice(
                            "Use more partitions",
                            "no key is larger than a partition's even share, so that more partitions divide the load");
            return new DataVerdict("Uneven, but no hot key: " + ratio + ".", fewer, fewer);
        }
        return hot(survey, heaviest, ratio);
    }

    private static DataVerdict hot(KeySurvey survey, long heaviest, String ratio) {
        long hot = survey.top().stream()
                .filter(key -> key.atLeast() > survey.meanLoad())
                .count();
        long salts = Math.max(2, Math.min(survey.partitions(), (long) Math.ceil(heaviest / survey.meanLoad())));
        String keys = hot == 1 ? "one key has" : "at least " + hot + " keys have";
        String why = keys + " more rows than a partition's even share; more partitions would not help";
        Advice join = new Advice(
                "Broadcast the other side if it is small; else split these keys off and salt them with " + salts, why);
        Advice aggregation = new Advice(
                "Combine before the shuffle (reduceByKey, aggregators); where values can't be combined, two stages with "
                        + salts + " salts",
                why);
        return new DataVerdict("Skew: " + ratio + ".", join, aggregation);
    }
}
