package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import java.io.Serializable;
import java.util.List;

/** What becomes of the fields of a row. Immutable; travels with the stage. */
public sealed interface RowMaker<R> extends Serializable permits ListMaker, MapMaker, RecordMaker {

    /**
     * Finds its columns in a file.
     *
     * @param columns the file's names, in its order
     * @param file named in messages
     * @throws EngineException if the file lacks a column
     */
    Bound<R> bind(List<String> columns, String file);

    /** The same for the files of one header. Confined to one thread. */
    abstract class Bound<R> {

        Bound() {}

        /** Makes a row of the one that the parser stands at, which has as many fields as there are columns. */
        abstract R make(CsvParser parser) throws BadFieldException;
    }
}
