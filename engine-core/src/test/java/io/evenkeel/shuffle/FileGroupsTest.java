package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileGroupsTest {

    private static final ShuffleSpec ONE = new ShuffleSpec(new ShuffleId(1), 2, false);
    private static final ShuffleSpec OTHER = new ShuffleSpec(new ShuffleId(2), 2, false);

    private LocalDirectories directories;
    private FileGroups groups;

    @BeforeEach
    void open(@TempDir Path root) throws IOException {
        directories = new LocalDirectories(List.of(root), "test");
        groups = new FileGroups(directories, new LocalBlockFiles());
    }

    @AfterEach
    void close() {
        directories.close();
    }

    private static void write(FileGroups.Lease lease, String index) throws IOException {
        Files.writeString(lease.family().file(0), "data");
        lease.commit(index, new long[] {4, 0});
    }

    @Test
    void aGroupServesOneTaskAtATimeAndOneShuffle() throws IOException {
        FileGroups.Lease first = groups.lease(ONE);
        FileGroups.Lease meanwhile = groups.lease(ONE);
        assertThat(meanwhile.family()).isNotEqualTo(first.family());
        write(first, "a");
        assertThat(groups.lease(OTHER).family()).isNotEqualTo(first.family());
        FileGroups.Lease next = groups.lease(ONE);
        assertThat(next.family()).isEqualTo(first.family());
        assertThat(next.length(0)).isEqualTo(4);
        assertThat(next.length(1)).isZero();
        FileGroups.Lease third = groups.lease(ONE);
        assertThat(third.family()).isNotIn(first.family(), meanwhile.family());
    }

    /** Bytes that could not be cut off stay behind what indexes name, for nobody writes there any more. */
    @Test
    void aGroupThatIsNotCleanIsLeftAloneUntilItsOutputsGo() throws IOException {
        FileGroups.Lease first = groups.lease(ONE);
        write(first, "a");
        groups.lease(ONE).abort(false);
        assertThat(groups.lease(ONE).family()).isNotEqualTo(first.family());
        assertThat(first.family().file(0)).exists();
        assertThat(groups.forget("a")).isTrue();
        assertThat(first.family().file(0)).doesNotExist();
        assertThat(groups.size()).isZero();
    }

    @Test
    void filesStayWhileATaskWritesOrAnOutputIsInThem() throws IOException {
        FileGroups.Lease first = groups.lease(ONE);
        write(first, "a");
        FileGroups.Lease second = groups.lease(ONE);
        assertThat(groups.forget("a")).isTrue();
        assertThat(first.family().file(0)).exists();
        second.abort(true);
        assertThat(first.family().file(0)).doesNotExist();
        assertThat(groups.forget("a")).isFalse();
        assertThat(groups.size()).isZero();
    }

    @Test
    void aLeaseEndsOnce() throws IOException {
        FileGroups.Lease lease = groups.lease(ONE);
        lease.abort(true);
        assertThatThrownBy(() -> lease.abort(true)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> lease.commit("a", new long[2])).isInstanceOf(IllegalStateException.class);
    }
}
