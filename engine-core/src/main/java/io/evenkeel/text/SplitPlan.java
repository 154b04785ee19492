package io.evenkeel.text;

import io.evenkeel.file.FilePiece;
import java.util.ArrayList;
import java.util.List;

/**
 * How files are dealt out over partitions: large ones are cut into pieces of equal size, small ones share a partition,
 * and the order of the bytes stays.
 */
final class SplitPlan {

    private SplitPlan() {}

    /** At least one split, which is empty if there is nothing to read. */
    static List<TextSplit> of(List<FilePiece> files, TextOptions options) {
        long total = files.stream().mapToLong(FilePiece::length).sum();
        long target =
                Math.min(options.maxSplitBytes(), Math.max(options.minSplitBytes(), total / options.minPartitions()));
        List<TextSplit> splits = new ArrayList<>();
        List<FilePiece> open = new ArrayList<>();
        long openBytes = 0;
        for (FilePiece file : files) {
            for (FilePiece piece : cut(file, target)) {
                if (!open.isEmpty() && openBytes + piece.length() > target) {
                    splits.add(new TextSplit(open));
                    open.clear();
                    openBytes = 0;
                }
                open.add(piece);
                openBytes += piece.length();
            }
        }
        if (!open.isEmpty() || splits.isEmpty()) {
            splits.add(new TextSplit(open));
        }
        return splits;
    }

    private static List<FilePiece> cut(FilePiece file, long target) {
        if (file.length() == 0 && !file.isPacked()) {
            return List.of();
        }
        if (file.length() <= target || file.isPacked()) {
            return List.of(file);
        }
        long count = (file.length() + target - 1) / target;
        long size = file.length() / count;
        long larger = file.length() % count;
        List<FilePiece> pieces = new ArrayList<>(Math.toIntExact(count));
        long start = 0;
        for (long i = 0; i < count; i++) {
            long end = start + size + (i < larger ? 1 : 0);
            pieces.add(file.part(start, end));
            start = end;
        }
        return pieces;
    }
}
