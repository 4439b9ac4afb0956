package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that after the kill of a process at any moment the next one finds the complete old or new content. */
class StoreCrashTest {

    private static final int KILLS = 20;
    private static final int OBJECTS = 20_000;

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

        for (int kill = 0; kill < KILLS; kill++) {
            // When
            swapAndKill(store, TimeUnit.MICROSECONDS.toNanos(random.nextInt(200_000)));

            // Then
            StoredContent found =
                    new ContentStore(store, Clock.systemUTC()).find("cat").orElseThrow();
            assertThat(found.resolvedRef()).isIn("old", "new");
            assertThat(found.hash()).isEqualTo(sha256(found.lines().path()));
            assertThat(Files.readString(found.lines().path())).contains("\"" + found.resolvedRef() + "\"");
            assertThat(found.index().size()).isEqualTo(OBJECTS);
            try (Stream<Path> files = Files.list(store.resolve("cat"))) {
                assertThat(files).as("nothing is left of what was begun").hasSize(4);
            }
        }
    }

    /** Starts a process that stores one content after the other, and kills it some time later. */
    private void swapAndKill(Path store, long nanos) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Swapping.class.getName(),
                        store.toString(),
                        scratch.toString())
                .redirectErrorStream(true);
        // Java reports these variables on the output that is compared.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("swapping");
            LockSupport.parkNanos(nanos); // This tests the moment; it does not wait for an event.
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
