package io.evenkeel.codec;

import static io.evenkeel.codec.HostileValues.list;
import static io.evenkeel.codec.HostileValues.near;
import static io.evenkeel.codec.HostileValues.nearLong;
import static io.evenkeel.codec.HostileValues.text;

import org.junit.jupiter.api.Nested;

/** Codecs of arrays, each under its contract. */
@SuppressWarnings("NullAway") // null is a value of some codecs, and generics can't say so
class ArrayCodecsTest {

    @Nested
    class IntArrays extends ValuesContract<int[]> {
        IntArrays() {
            super(
                    true,
                    null,
                    random -> random.ints(random.nextInt(9)).toArray(),
                    new int[] {1},
                    new int[0],
                    new int[] {1, 0},
                    new int[1000]);
        }
    }

    @Nested
    class LongArrays extends ValuesContract<long[]> {
        LongArrays() {
            super(
                    true,
                    null,
                    random -> random.longs(random.nextInt(9)).toArray(),
                    new long[] {1},
                    new long[0],
                    new long[] {Long.MIN_VALUE});
        }
    }

    @Nested
    class ShortArrays extends ValuesContract<short[]> {
        ShortArrays() {
            super(true, null, random -> new short[] {(short) near(random)}, new short[] {1}, new short[0], new short[] {
                Short.MIN_VALUE, -1
            });
        }
    }

    @Nested
    class CharArrays extends ValuesContract<char[]> {
        CharArrays() {
            super(true, null, random -> text(random).toCharArray(), new char[] {'x'}, new char[0], new char[] {
                '\ud800', '\uffff'
            });
        }
    }

    @Nested
    class BooleanArrays extends ValuesContract<boolean[]> {
        BooleanArrays() {
            super(
                    true,
                    null,
                    random -> new boolean[random.nextInt(9)],
                    new boolean[] {true},
                    new boolean[0],
                    new boolean[] {false, true});
        }
    }

    @Nested
    class FloatArrays extends ValuesContract<float[]> {
        FloatArrays() {
            super(
                    false,
                    null,
                    random -> new float[] {random.nextFloat()},
                    new float[] {-0f},
                    new float[] {0f},
                    new float[0],
                    new float[] {Float.NaN});
        }
    }

    @Nested
    class DoubleArrays extends ValuesContract<double[]> {
        DoubleArrays() {
            super(
                    false,
                    null,
                    random -> random.doubles(random.nextInt(9)).toArray(),
                    new double[] {-0.0},
                    new double[] {0.0},
                    new double[0],
                    new double[] {Double.NaN});
        }
    }

    @Nested
    class StringArrays extends ValuesContract<String[]> {
        StringArrays() {
            super(
                    true,
                    null,
                    random -> new String[] {text(random), null, text(random)},
                    new String[] {"a"},
                    new String[0],
                    new String[] {null},
                    new String[] {""},
                    new String[] {"", null});
        }
    }

    @Nested
    class NestedArrays extends ValuesContract<int[][]> {
        NestedArrays() {
            super(
                    true,
                    null,
                    random -> new int[][] {{near(random)}, null},
                    new int[][] {{1}},
                    new int[0][],
                    new int[][] {{}, {}},
                    new int[][] {null});
        }
    }

    @Nested
    class ObjectArrays extends ValuesContract<Object[]> {
        ObjectArrays() {
            super(
                    false,
                    null,
                    random -> list(random, 1).toArray(),
                    new Object[] {1, "x"},
                    new Object[0],
                    new Object[] {null},
                    new Object[] {1, 2},
                    new Object[] {new Object[] {1}});
        }
    }

    @Nested
    class NumberArrays extends ValuesContract<Number[]> {
        NumberArrays() {
            super(
                    false,
                    null,
                    random -> new Number[] {near(random), nearLong(random)},
                    new Number[] {1, 2L},
                    new Number[0],
                    new Number[] {1, 2});
        }
    }
}
