package io.evenkeel.scheduler.local;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection whose first two commits, of all connections of a test, are done and then reported as failed. */
final class LosingConnection implements InvocationHandler {

    private final Connection connection;
    private final Switch commits;

    private LosingConnection(Connection connection, Switch commits) {
        this.connection = connection;
        this.commits = commits;
    }

    static Connection wrap(Connection connection, Switch commits) {
        return (Connection) Proxy.newProxyInstance(
                LosingConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LosingConnection(connection, commits));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            Object result = method.invoke(connection, arguments);
            if (method.getName().equals("commit") && commits.next() < 2) {
                throw new SQLException("the connection was lost behind the commit");
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
