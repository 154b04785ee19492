package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.JoinType;
import java.util.Locale;

/**
 * Of which side of a join rows may be copied. Each copy meets a part of the other side's rows only, so it can't know
 * whether the row has a match at all: a side whose rows stay without a match can't be copied, nor one whose rows are given
 * once however many matches they have. Stateless.
 *
 * <pre>
 *               copy right, spread left    copy left, spread right    both (grid)
 *  inner                 yes                        yes                  yes
 *  left outer            yes                        no                   no
 *  right outer           no                         yes                  no
 *  full outer            no                         no                   no
 *  semi                  yes                        no                   no
 *  anti, subtract        yes                        no                   no
 * </pre>
 */
final class Legality {

    private Legality() {}

    /** Whether rows of this side may be copied. */
    static boolean mayCopy(JoinType type, Side copied) {
        return switch (copied) {
            case RIGHT -> !type.keepsRight();
            case LEFT -> !type.keepsLeft() && type.givesPairs();
        };
    }

    /**
     * Refuses to copy a side.
     *
     * @param strategy what would do it, in words
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if this side may not be copied
     */
    static void requireCopy(CallSite site, String strategy, JoinType type, Side copied) {
        if (!mayCopy(type, copied)) {
            throw illegal(site, strategy, type, copied.name().toLowerCase(Locale.ROOT) + " side");
        }
    }

    /**
     * Refuses a strategy that has to copy some side where none may be.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if neither side may be copied
     */
    static void requireAnyCopy(CallSite site, String strategy, JoinType type) {
        if (!mayCopy(type, Side.LEFT) && !mayCopy(type, Side.RIGHT)) {
            throw illegal(site, strategy, type, "rows of either side");
        }
    }

    private static EngineException illegal(CallSite site, String strategy, JoinType type, String copied) {
        boolean left = mayCopy(type, Side.LEFT);
        boolean right = mayCopy(type, Side.RIGHT);
        String way = left || right
                ? "only the " + (left ? "left" : "right") + " side can be copied"
                : "no side can be copied: use Skew.partitions(n) or Skew.dropKeys(…), or make it two joins";
        return new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                site + ": " + strategy + " would copy the " + copied + " of a " + type.describe()
                        + ", and a copy can't know whether its row has a match elsewhere, so rows would be doubled; "
                        + way);
    }
}
