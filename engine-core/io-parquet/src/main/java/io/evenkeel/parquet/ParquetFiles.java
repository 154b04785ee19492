package io.evenkeel.parquet;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;

/**
 * Parquet files as datasets of records, and datasets of records as Parquet files. Stateless.
 *
 * <pre>{@code
 * record Sale(String shop, long cents, @Nullable LocalDate day) {}
 *
 * Dataset<Sale> sales = ParquetFiles.read(session, "sales.parquet").records(Sale.class);
 * ParquetFiles.write(sales.filter(sale -> sale.cents() > 0), "out").saveRecords(Sale.class);
 * }</pre>
 */
public final class ParquetFiles {

    private ParquetFiles() {}

    /** Files, named as text files are: a file, a directory, a glob, or several of these; says then how they are read. */
    public static ParquetInput read(EngineSession session, String path) {
        return new ParquetInput(session, path);
    }

    /** Files in a directory, one for each partition; says then how they are written. */
    public static <R> ParquetOutput<R> write(Dataset<R> rows, String directory) {
        return new ParquetOutput<>(rows, directory);
    }
}
