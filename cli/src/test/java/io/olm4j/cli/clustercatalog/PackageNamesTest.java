package io.olm4j.cli.clustercatalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageNamesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldKeepTheNamesOfEachCluster() {
        PackageNames.in(directory, "https://one").write(List.of("web", "mail", "web"));
        PackageNames.in(directory, "https://two").write(List.of("dns"));

        assertThat(PackageNames.in(directory, "https://one").read()).containsExactly("mail", "web");
        assertThat(PackageNames.in(directory, "https://two").read()).containsExactly("dns");
        assertThat(PackageNames.in(directory, "https://three").read()).isEmpty();
    }

    @Test
    void shouldNotFailWhereTheCacheCannotBeWritten() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        PackageNames.in(file.resolve("below"), "https://one").write(List.of("mail"));

        assertThat(PackageNames.in(file.resolve("below"), "https://one").read()).isEmpty();
    }
}
