package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import io.olm4j.testsupport.WrittenFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that after the kill of a process at any moment the next one finds the complete old or new content. */
class StoreCrashTest {

    private static final int KILLS = 20;
    private static final int OBJECTS = 20_000;

    /** Some swaps of the content. */
    private static final int MOST_CHANGES = 60;

    /** The files of a content: plain, compressed, its index, and the record that names it. */
    private static final int FINISHED = 4;

    @TempDir
    Path scratch;

    @Test
    void shouldServeOldOrNewWhenKilledWhileStoring() throws Exception {
        // Given
        Path store = scratch.resolve("store");
        Random random = new Random(5);
        for (String content : List.of("old", "new")) {
            Files.createDirectory(scratch.resolve(content));
            Files.writeString(
                    scratch.resolve(content).resolve("catalog.json"),
                    ("{\"schema\":\"olm.bundle\",\"package\":\"p\",\"name\":\"" + content + "\"}\n").repeat(OBJECTS));
        }
        new ContentStore(store, Clock.systemUTC()).store("cat", "old", scratch.resolve("old"));

        Set<String> seen = new HashSet<>();
        int unfinished = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            // When
            swapAndKill(store, 1 + random.nextInt(MOST_CHANGES));
            unfinished += files(store) > FINISHED ? 1 : 0;

            // Then
            StoredContent found =
                    new ContentStore(store, Clock.systemUTC()).find("cat").orElseThrow();
            assertThat(found.resolvedRef()).isIn("old", "new");
            assertThat(found.hash()).isEqualTo(sha256(found.lines().path()));
            assertThat(Files.readString(found.lines().path())).contains("\"" + found.resolvedRef() + "\"");
            assertThat(found.index().size()).isEqualTo(OBJECTS);
            assertThat(files(store)).as("nothing is left of what was begun").isEqualTo(FINISHED);
            seen.add(found.resolvedRef());
        }
        assertThat(seen).containsExactlyInAnyOrder("old", "new");
        assertThat(unfinished).as("kills in the middle of a write").isPositive();
    }

    private static long files(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store.resolve("cat"))) {
            return files.count();
        }
    }

    /** Starts a process that stores one content after the other, and kills it when it has changed so many files. */
    private void swapAndKill(Path store, int changes) throws IOException, InterruptedException {
        Process process = ChildJvm.builder(List.of(), Swapping.class, store.toString(), scratch.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("swapping");
            WrittenFiles.awaitChanges(store.resolve("cat"), changes, process);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    /** The main class of the process that is killed. */
    static final class Swapping {

        public static void main(String[] arguments) throws IOException {
            ContentStore store = new ContentStore(Path.of(arguments[0]), Clock.systemUTC());
            System.out.println("swapping");
            for (int i = 0; i < 10_000; i++) {
                String next = i % 2 == 0 ? "new" : "old";
                store.store("cat", next, Path.of(arguments[1], next));
            }
        }
    }
}
