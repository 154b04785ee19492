package io.evenkeel.testing;

/** A test of random input: everything random in it comes from the seed. */
@FunctionalInterface
public interface SeedTest {

    void run(long seed) throws Exception;
}
