package io.evenkeel.dataset;

import io.evenkeel.file.FixedLengthSource;
import io.evenkeel.file.WholeFileSource;
import io.evenkeel.plan.CallSite;
import io.evenkeel.record.Pair;
import io.evenkeel.text.TextSettings;
import java.nio.charset.StandardCharsets;

/** Says how files are read that are no lines; ends with one of its methods. Immutable: each call gives a new one. */
public final class BinaryReader {

    private final EngineSession session;
    private final String path;
    private final int minPartitions;

    BinaryReader(EngineSession session, String path) {
        this(session, path, session.defaultPartitions());
    }

    private BinaryReader(EngineSession session, String path, int minPartitions) {
        this.session = session;
        this.path = path;
        this.minPartitions = minPartitions;
    }

    /** How many partitions are wanted at least; small inputs, packed files and whole files give fewer. */
    public BinaryReader minPartitions(int partitions) {
        return new BinaryReader(session, path, partitions);
    }

    /** Each file's path with its bytes, as they are. A file must fit into memory. */
    public KeyedDataset<String, byte[]> files() {
        return whole(CallSites.of("files"), false);
    }

    /** Each file's path with its text, in UTF-8, unpacked where the name says that it is packed. It must fit into memory. */
    public KeyedDataset<String, String> texts() {
        CallSite site = CallSites.of("texts");
        return whole(site, true).mapped(site, bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private KeyedDataset<String, byte[]> whole(CallSite site, boolean unpacks) {
        long most = TextSettings.from(session.configuration()).maxSplitSize().bytes();
        Dataset<Pair<String, byte[]>> files =
                session.source(WholeFileSource.of(path, unpacks, minPartitions, most), site);
        return KeyedDataset.ofPairs(session, files.node);
    }

    /**
     * Records of so many bytes each, one behind the other; packed files are unpacked.
     *
     * @throws io.evenkeel.error.EngineException if the length of a file is no multiple of it
     */
    public Dataset<byte[]> records(int recordBytes) {
        TextSettings settings = TextSettings.from(session.configuration());
        return session.source(
                FixedLengthSource.of(
                        path,
                        recordBytes,
                        minPartitions,
                        settings.minSplitSize().bytes(),
                        settings.maxSplitSize().bytes()),
                CallSites.of("records"));
    }
}
