package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.olm4j.catalogd.store.StoreResult.Rejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that {@link ContentStore} keeps the old content, and nothing of the new content, if the new content cannot be
 * stored.
 */
class FailedStoreTest {

    @TempDir
    Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {".lines", ".gzip", ".index", ".current.json.part"})
    void shouldKeepOldAndNothingElseWhenDiskIsFull(String file) throws Exception {
        // Given
        ContentStore store = open();
        store.store("cat", "r@1", catalog("schema: a\n"));
        StoredContent before = store.find("cat").orElseThrow();
        List<Path> files = files();
        Files.createSymbolicLink(scratch.resolve("store/cat").resolve(file), Path.of("/dev/full"));

        // When
        StoreResult result = store.store("cat", "r@2", catalog("schema: b\n"));

        // Then
        assertThat(result)
                .asInstanceOf(type(Rejected.class))
                .extracting(Rejected::message)
                .asString()
                .contains("No space left on device")
                .endsWith("check the disk and its permissions");
        assertThat(store.find("cat")).contains(before);
        assertThat(files()).isEqualTo(files);
        assertThat(open().find("cat")).isPresent();
    }

    @Test
    void shouldFreeDiskWhenLateObjectIsBroken() throws Exception {
        // Given
        ContentStore store = open();

        // When
        StoreResult result = store.store("cat", "r@1", catalog("schema: a\n---\n".repeat(100_000) + "name: [\n"));

        // Then
        assertThat(result).isInstanceOf(Rejected.class);
        assertThat(scratch.resolve("store")).isEmptyDirectory();
    }

    @Test
    void shouldRefuseForGoodWhatDoesNotFitInMemory() throws Exception {
        StoreResult result = open().store("cat", "r@1", catalog("{\"schema\":\"a\"}\n".repeat(1_000_001)));

        assertThat(result)
                .isEqualTo(new Rejected(
                        "the catalog has more than 1000000 objects; divide it into several catalogs", true));
        assertThat(scratch.resolve("store")).isEmptyDirectory();
    }

    private ContentStore open() throws IOException {
        return new ContentStore(scratch.resolve("store"), Clock.systemUTC());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(scratch.resolve("store/cat"))) {
            return files.sorted().toList();
        }
    }

    private Path catalog(String yaml) throws IOException {
        Path directory = Files.createTempDirectory(scratch, "fbc");
        Files.writeString(directory.resolve("catalog.yaml"), yaml);
        return directory;
    }
}
