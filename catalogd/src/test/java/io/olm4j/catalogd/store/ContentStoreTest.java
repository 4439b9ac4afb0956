package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.olm4j.catalogd.UndeletableDirectory;
import io.olm4j.testsupport.UnreadableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ContentStore}. */
class ContentStoreTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    Path scratch;

    @Test
    void shouldServeLinesWhenStored() throws Exception {
        // When
        ContentStore store = store(NOW);
        StoreResult result = store.store("cat", "r@1", catalog("b: 1\nschema: olm.package\nname: p\n"));

        // Then
        StoredContent content = store(NOW).find("cat").orElseThrow();
        assertThat(result).isInstanceOf(StoreResult.Stored.class);
        assertThat(store.find("cat").orElseThrow()).usingRecursiveComparison().isEqualTo(content);
        assertThat(content.lines().path()).hasContent("{\"b\":1,\"name\":\"p\",\"schema\":\"olm.package\"}\n");
        assertThat(content.lastModified()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(content.resolvedRef()).isEqualTo("r@1");
    }

    @Test
    void shouldKeepOldWhenNewIsNoCatalog() throws Exception {
        // Given
        ContentStore store = store(NOW);
        store.store("cat", "r@1", catalog("schema: a\n"));
        StoredContent before = store.find("cat").orElseThrow();

        // When
        StoreResult result = store.store("cat", "r@2", catalog("schema: a\n---\nname: [\n"));

        // Then
        assertThat(result)
                .asInstanceOf(type(StoreResult.Rejected.class))
                .satisfies(rejected -> assertThat(rejected.message()).startsWith("catalog.yaml:"));
        assertThat(store.find("cat")).contains(before);
        assertThat(before.lines().path()).exists();
    }

    @Test
    void shouldKeepTimeWhenContentIsEqual() throws Exception {
        // Given
        store(NOW).store("cat", "r@1", catalog("schema: a\n"));

        // When
        ContentStore later = store(NOW.plusSeconds(60));
        later.store("cat", "r@2", catalog("\"schema\": 'a'\n"));

        // Then
        StoredContent content = later.find("cat").orElseThrow();
        assertThat(content.resolvedRef()).isEqualTo("r@2");
        assertThat(content.lastModified()).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void shouldMoveTimeAndDeleteOldFileWhenContentChangesWithinASecond() throws Exception {
        // Given
        ContentStore store = store(NOW);
        store.store("cat", "r@1", catalog("schema: a\n"));
        Path old = store.find("cat").orElseThrow().lines().path();

        // When
        store.store("cat", "r@2", catalog("schema: b\n"));

        // Then
        assertThat(store.find("cat").orElseThrow().lastModified()).isEqualTo("2026-01-02T03:04:06Z");
        assertThat(old).doesNotExist();
    }

    @Test
    void shouldServeNothingWhenFileIsTorn() throws Exception {
        // Given
        store(NOW).store("cat", "r@1", catalog("schema: a\n"));
        Files.writeString(store(NOW).find("cat").orElseThrow().lines().path(), "{");

        // Then
        assertThat(store(NOW).find("cat")).isEmpty();
    }

    @Test
    void shouldServeWhenALeftoverCannotBeDeleted() throws Exception {
        // Given
        Path home = scratch.resolve("store");
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), "{\"schema\":\"olm.package\",\"name\":\"p\"}");
        new ContentStore(home, Clock.systemUTC()).store("a", "r@1", catalog);
        Path directory = Files.createDirectories(home.resolve("a/directory/full"));

        try (var _ = UndeletableDirectory.make(home.resolve("a/stuck"));
                var _ = UndeletableDirectory.make(home.resolve("b/stuck"))) {
            // When
            ContentStore store = new ContentStore(home, Clock.systemUTC());

            // Then
            assertThat(store.catalogs()).containsExactly("a");
            assertThat(store.store("a", "r@2", catalog)).isInstanceOf(StoreResult.Stored.class);
            assertThat(store.store("b", "r@1", catalog)).isInstanceOf(StoreResult.Stored.class);
            assertThat(new ContentStore(home, Clock.systemUTC()).catalogs()).containsExactlyInAnyOrder("a", "b");
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldForgetWhenRemoved() throws Exception {
        // Given
        ContentStore store = store(NOW);
        store.store("cat", "r@1", catalog("schema: a\n"));

        // When
        store.remove("cat");
        store.remove("cat");

        // Then
        assertThat(store.catalogs()).isEmpty();
        assertThat(scratch.resolve("store")).isEmptyDirectory();
        assertThatThrownBy(() -> store.remove("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepOldWhenDiskIsFull() throws Exception {
        // Given
        ContentStore store = store(NOW);
        store.store("cat", "r@1", catalog("schema: a\n"));
        StoredContent before = store.find("cat").orElseThrow();
        Files.createSymbolicLink(scratch.resolve("store/cat/.lines"), Path.of("/dev/full"));

        // When
        StoreResult result = store.store("cat", "r@2", catalog("schema: b\n"));

        // Then
        assertThat(result)
                .asInstanceOf(type(StoreResult.Rejected.class))
                .extracting(StoreResult.Rejected::message)
                .asString()
                .contains("No space left on device")
                .endsWith("check the disk and its permissions");
        assertThat(store.find("cat")).contains(before);
        assertThat(store(NOW).find("cat")).isPresent();
    }

    @Test
    void shouldNotBlameTheDiskWhenTheCatalogCannotBeRead() throws Exception {
        Path catalog = catalog("schema: a\n");
        Path file = catalog.resolve("catalog.yaml");
        UnreadableFile.make(file);

        StoreResult result = store(NOW).store("cat", "r@1", catalog);

        assertThat(result).isEqualTo(new StoreResult.Rejected("cannot read " + file + ": permission denied", false));
    }

    @Test
    void shouldSayWhyWhenDiskCanNotBeWritten() {
        assertThatThrownBy(() -> new ContentStore(Path.of("/proc/olm4j"), Clock.systemUTC()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldServeNothingWhenIndexIsDamaged() throws Exception {
        // Given
        store(NOW).store("cat", "r@1", catalog("schema: a\n"));
        Path index = StoreRecord.index(
                scratch.resolve("store/cat"),
                store(NOW).find("cat").orElseThrow().hash());
        byte[] whole = Files.readAllBytes(index);

        for (int at = 0; at < whole.length; at++) {
            // When
            store(NOW).store("cat", "r@1", catalog("schema: a\n"));
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x40;
            Files.write(index, damaged);

            // Then
            assertThat(store(NOW).find("cat")).as("byte " + at).isEmpty();
        }
    }

    @Test
    void shouldLeaveOutDocumentsWithoutContent() throws Exception {
        // When
        ContentStore store = store(NOW);
        store.store("cat", "r@1", catalog("# nothing\n---\nschema: a\n---\n# nothing\n"));

        // Then
        assertThat(store.find("cat").orElseThrow().lines().path()).hasContent("{\"schema\":\"a\"}\n");
    }

    private ContentStore store(Instant now) throws IOException {
        return new ContentStore(scratch.resolve("store"), Clock.fixed(now, ZoneOffset.UTC));
    }

    private Path catalog(String yaml) throws IOException {
        Path directory = Files.createTempDirectory(scratch, "fbc");
        Files.writeString(directory.resolve("catalog.yaml"), yaml);
        return directory;
    }
}
