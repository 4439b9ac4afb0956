package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.fbc.PackageTooLargeException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link PackageReader}: the length of a package. The file does not exist, so reading it fails. */
class PackageReaderTest {
    @TempDir
    Path directory;

    private void read(long... lengths) throws Exception {
        List<ByteRange> ranges = LongStream.of(lengths)
                .mapToObj(length -> new ByteRange(0, length))
                .toList();
        var _ = new PackageReader(new ReaderLimits(1 << 20), false)
                .read(directory.resolve("metas"), "p", new PackageEntry("hash", ranges, Set.of()));
    }

    @Test
    void shouldRefuseALongerPackageWithoutReadingIt() {
        assertThatThrownBy(() -> read(PackageReader.MAX_BYTES, 1))
                .isInstanceOf(PackageTooLargeException.class)
                .hasMessage("its objects have more than 268435456 bytes of JSON");
    }

    @Test
    void shouldReadThePackageOfTheGreatestLength() {
        assertThatThrownBy(() -> read(PackageReader.MAX_BYTES)).isInstanceOf(NoSuchFileException.class);
    }
}
