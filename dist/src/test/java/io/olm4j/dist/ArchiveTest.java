package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an archive depends on the content of a distribution only. */
class ArchiveTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void shouldBeTheSameWhenTheFilesHaveOtherTimesAndAnotherOrder() throws Exception {
        Distribution first = distribution("first", List.of("bin/olm", "lib/a.jar", "lib/b.jar"), "rwxr-xr-x");
        Distribution second = distribution("second", List.of("lib/b.jar", "bin/olm", "lib/a.jar"), "rwx------");
        Files.setLastModifiedTime(second.directory().resolve("lib/a.jar"), FileTime.from(TIME));

        Path one = Archive.write(first, TIME);
        Path other = Archive.write(second, TIME);

        assertThat(other).hasSameBinaryContentAs(one);
        assertThat(checksum(other)).isEqualTo(checksum(one));
    }

    private Distribution distribution(String parent, List<String> files, String modeOfProgram) throws IOException {
        Path root = directory.resolve(parent).resolve("olm4j-1-linux-x64");
        for (String name : files) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "content of " + name);
        }
        Files.setPosixFilePermissions(root.resolve("bin/olm"), PosixFilePermissions.fromString(modeOfProgram));
        return new Distribution(DistributionPlatform.X64, root);
    }

    private static String checksum(Path archive) throws IOException {
        return Files.readString(archive.resolveSibling(archive.getFileName() + ".sha256"));
    }
}
