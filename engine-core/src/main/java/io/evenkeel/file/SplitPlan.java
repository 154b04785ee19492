package io.evenkeel.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How files are dealt out over partitions: large ones are cut into pieces of equal size, small ones share a partition,
 * and the order of the bytes stays. Stateless.
 */
public final class SplitPlan {

    private SplitPlan() {}

    /**
     * At least one split, which is empty if there is nothing to read.
     *
     * @param files whole, or without their beginnings
     * @param minPartitions how many partitions are wanted at least
     * @param minSplitBytes files are not cut into pieces smaller than this
     * @param maxSplitBytes how much one partition reads at most
     */
    public static List<FileSplit> of(List<FilePiece> files, int minPartitions, long minSplitBytes, long maxSplitBytes) {
        return of(files, minPartitions, minSplitBytes, maxSplitBytes, false);
    }

    /** The same for lines of text: packed files are cut, too, where their format allows it, by their packed bytes. */
    public static List<FileSplit> ofLines(
            List<FilePiece> files, int minPartitions, long minSplitBytes, long maxSplitBytes) {
        return of(files, minPartitions, minSplitBytes, maxSplitBytes, true);
    }

    private static List<FileSplit> of(
            List<FilePiece> files, int minPartitions, long minSplitBytes, long maxSplitBytes, boolean cutsPacked) {
        long total = files.stream().mapToLong(FilePiece::length).sum();
        long target = Math.min(maxSplitBytes, Math.max(minSplitBytes, total / minPartitions));
        List<FileSplit> splits = new ArrayList<>();
        List<FilePiece> open = new ArrayList<>();
        long openBytes = 0;
        for (FilePiece file : files) {
            for (FilePiece piece : cut(file, target, cutsPacked)) {
                if (!open.isEmpty() && openBytes + piece.length() > target) {
                    splits.add(new FileSplit(open));
                    open.clear();
                    openBytes = 0;
                }
                open.add(piece);
                openBytes += piece.length();
            }
        }
        if (!open.isEmpty() || splits.isEmpty()) {
            splits.add(new FileSplit(open));
        }
        return splits;
    }

    private static boolean canCut(FilePiece file, boolean cutsPacked) {
        try {
            return !file.isPacked() || (cutsPacked && PackedUnits.several(file));
        } catch (IOException e) {
            throw file.failed(0, e);
        }
    }

    private static List<FilePiece> cut(FilePiece file, long target, boolean cutsPacked) {
        if (file.length() == 0 && !file.isPacked()) {
            return List.of();
        }
        if (file.length() <= target || !canCut(file, cutsPacked)) {
            return List.of(file);
        }
        long count = (file.length() + target - 1) / target;
        long size = file.length() / count;
        long larger = file.length() % count;
        List<FilePiece> pieces = new ArrayList<>(Math.toIntExact(count));
        long start = file.start();
        for (long i = 0; i < count; i++) {
            long end = start + size + (i < larger ? 1 : 0);
            pieces.add(file.part(start, end));
            start = end;
        }
        return pieces;
    }
}
