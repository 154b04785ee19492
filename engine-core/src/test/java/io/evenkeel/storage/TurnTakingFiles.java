package io.evenkeel.storage;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Local files that two threads use in turns, call by call, in an order that the test chooses: {@code true} where it is
 * the first one's turn. When one of them is done, the other goes on alone; the calls of other threads wait for nobody.
 * Thread-safe.
 */
public final class TurnTakingFiles {

    private final List<Boolean> order;
    private final ThreadLocal<Boolean> isFirst = new ThreadLocal<>();
    private int turn;
    private int firstCalls;
    private int secondCalls;
    private boolean firstDone;
    private boolean secondDone;

    public TurnTakingFiles(List<Boolean> order) {
        this.order = List.copyOf(order);
    }

    public BlockFiles files() {
        return inTurns(BlockFiles.class, new LocalBlockFiles());
    }

    /** What the first, or the second, of the two threads runs. */
    public <T> Callable<T> part(boolean first, Callable<T> work) {
        return () -> {
            isFirst.set(first);
            try {
                return work.call();
            } finally {
                isFirst.remove();
                done(first);
            }
        };
    }

    /** How many calls the first thread made. */
    public synchronized int firstCalls() {
        return firstCalls;
    }

    /** How many calls the second thread made. */
    public synchronized int secondCalls() {
        return secondCalls;
    }

    private <T> T inTurns(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                TurnTakingFiles.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    awaitTurn();
                    try {
                        Object result = method.invoke(real, arguments);
                        if (result instanceof WritableFile file) {
                            return inTurns(WritableFile.class, file);
                        }
                        return result instanceof ReadableFile file ? inTurns(ReadableFile.class, file) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private synchronized void awaitTurn() throws InterruptedException {
        Boolean first = isFirst.get();
        if (first == null) {
            return;
        }
        while (turn < order.size() && !order.get(turn).equals(first) && !(first ? secondDone : firstDone)) {
            wait();
        }
        turn++;
        firstCalls += first ? 1 : 0;
        secondCalls += first ? 0 : 1;
        notifyAll();
    }

    private synchronized void done(boolean first) {
        firstDone |= first;
        secondDone |= !first;
        notifyAll();
    }
}
