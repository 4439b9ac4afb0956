package io.olm4j.cli.clustercatalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.LockingProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogCacheTest {

    @TempDir
    private Path root;

    @Test
    void shouldUseTheSameDirectoryForTheSameClusterAgain() {
        Path first;
        try (var cache = CatalogCache.open(root, "https://one uid")) {
            first = cache.content();
        }
        try (var again = CatalogCache.open(root, "https://one uid");
                var other = CatalogCache.open(root, "https://two uid")) {
            assertThat(again.content()).isEqualTo(first).startsWithRaw(root);
            assertThat(other.content()).isNotEqualTo(first).startsWithRaw(root);
        }
    }

    @Test
    void shouldUseATemporaryDirectoryWhenAnotherProcessHasIt() throws Exception {
        Path own;
        try (var cache = CatalogCache.open(root, "https://one")) {
            own = cache.content();
        }
        Path temporary;
        try (var _ = LockingProcess.start(own.resolveSibling("lock"));
                var second = CatalogCache.open(root, "https://one")) {
            temporary = second.content();
            assertThat(temporary).isNotEqualTo(own);
            Files.createDirectories(temporary);
        }
        assertThat(temporary.getParent()).doesNotExist();
        try (var again = CatalogCache.open(root, "https://one")) {
            assertThat(again.content()).isEqualTo(own);
        }
    }

    @Test
    void shouldUseATemporaryDirectoryWhenThisProcessHasIt() throws Exception {
        Path temporary;
        try (var held = CatalogCache.open(root, "https://one");
                var second = CatalogCache.open(root, "https://one")) {
            temporary = second.content();
            assertThat(temporary).isNotEqualTo(held.content());
            Files.createDirectories(temporary);
        }
        assertThat(temporary.getParent()).doesNotExist();
    }

    @Test
    void shouldUseATemporaryDirectoryWhenTheCacheCannotBeWritten() throws Exception {
        Path file = Files.writeString(root.resolve("file"), "");

        try (var cache = CatalogCache.open(file, "https://one")) {
            assertThat(cache.content().startsWith(root)).isFalse();
        }
    }

    @Test
    void shouldFollowTheEnvironment() {
        assertThat(CatalogCache.root(Map.of("XDG_CACHE_HOME", "/cache"), "/home/a"))
                .isEqualTo(Path.of("/cache/olm4j/catalogs"));
        assertThat(CatalogCache.root(Map.of(), "/home/a")).isEqualTo(Path.of("/home/a/.cache/olm4j/catalogs"));
        assertThat(CatalogCache.root(Map.of("HOME", "/home/b"), "/home/a"))
                .isEqualTo(Path.of("/home/b/.cache/olm4j/catalogs"));
    }

    @Test
    void shouldIgnoreARelativeDirectory() {
        assertThat(CatalogCache.root(Map.of("XDG_CACHE_HOME", "cache"), "/home/a"))
                .isEqualTo(Path.of("/home/a/.cache/olm4j/catalogs"));
    }
}
