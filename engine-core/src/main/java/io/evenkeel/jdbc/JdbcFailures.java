package io.evenkeel.jdbc;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.sql.SQLException;

/** What a failed call of a database means. Stateless. */
final class JdbcFailures {

    private JdbcFailures() {}

    /** A failure that names what was done; another attempt may end better. */
    static EngineException of(String what, SQLException cause) {
        return new EngineException(
                ErrorCode.DATABASE_FAILED,
                what + " failed: " + cause.getMessage() + " (SQL state " + cause.getSQLState() + ", code "
                        + cause.getErrorCode() + ")",
                cause);
    }
}
