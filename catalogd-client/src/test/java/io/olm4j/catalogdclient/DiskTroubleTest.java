package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests on a full disk and on a read-only disk, each mounted for a process of its own. */
class DiskTroubleTest {
    /** Room for 16 packages, not for 1000. */
    private static final String SMALL_DISK = "mount -t tmpfs -o size=64k tmpfs \"$0\"";

    private static final String READ_ONLY_DISK = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";

    @TempDir
    Path cache;

    private CatalogService service;

    /** Reads a small catalog and a large one of the same name, and reports the result. */
    static final class Refreshing {
        public static void main(String[] arguments) throws IOException {
            Path cache = Path.of(arguments[0]);
            try (CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry())) {
                for (String url : List.of(arguments).subList(1, arguments.length)) {
                    Refresh refresh = index.refresh(new CatalogLocation("test", URI.create(url), ""));
                    String outcome = refresh instanceof Refresh.Failed failed
                            ? failed.message()
                            : refresh.getClass().getSimpleName();
                    AnsweringJvm.answer(outcome.replaceFirst(".*api/v1/all: ", ""));
                    AnsweringJvm.answer(
                            index.lookup("test", "package-0").getClass().getSimpleName());
                }
            }
            try (Stream<Path> files = Files.list(cache.resolve("test"))) {
                AnsweringJvm.answer(Long.toString(files.count()));
            }
        }
    }

    @BeforeEach
    void start() throws IOException {
        service = new CatalogService();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static String catalog(int packages, String version) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < packages; i++) {
            text.append(Catalogs.packageOf("package-" + i, version));
        }
        return text.toString();
    }

    private List<String> outputWith(String mount, String... urls) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(cache.toString()));
        arguments.addAll(List.of(urls));
        List<String> command =
                new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", mount + " && exec \"$@\"", cache.toString()));
        command.addAll(AnsweringJvm.command(Refreshing.class, arguments.toArray(String[]::new)));
        Process process = AnsweringJvm.start(command);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            return AnsweringJvm.answers(output).toList();
        } finally {
            process.waitFor();
        }
    }

    private static void assumeThatMountsAreAllowed() throws IOException, InterruptedException {
        Process probe = AnsweringJvm.start(List.of("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"));
        Assumptions.assumeTrue(probe.waitFor() == 0, "this machine lets no process mount a disk of its own");
    }

    @Test
    void shouldSayThatTheDiskIsFullAndAnswerFromTheOldContent() throws Exception {
        // given
        assumeThatMountsAreAllowed();
        try (CatalogService large = new CatalogService()) {
            service.serve(catalog(16, "1.0.0"));
            large.serve(catalog(1000, "2.0.0"));
            // when
            String url = large.baseUrl().toString();
            List<String> output = outputWith(SMALL_DISK, service.baseUrl().toString(), url, url);
            // then
            String full =
                    "the cache directory cannot be written: " + cache.resolve("test") + ": No space left on device";
            assertThat(output).containsExactly("Updated", "Found", full, "Found", full, "Found", "2");
        }
    }

    @Test
    void shouldStartOnADiskThatCanOnlyBeReadAndAnswerFromTheOldContent() throws Exception {
        // given
        assumeThatMountsAreAllowed();
        service.serve(catalog(16, "1.0.0"));
        try (CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry())) {
            index.refresh(service.location(""));
        }
        Files.writeString(cache.resolve("test").resolve("metas-1.tmp"), "left by a killed process");
        service.serve(catalog(16, "2.0.0"));
        // when
        String url = service.baseUrl().toString();
        List<String> output = outputWith(READ_ONLY_DISK, url, url);
        // then
        String readOnly = "the cache directory cannot be written: " + cache.resolve("test") + ": Read-only file system";
        assertThat(output).containsExactly(readOnly, "Found", readOnly, "Found", "3");
    }

    @Test
    void shouldStartOnADiskThatCanOnlyBeReadWhenTheIndexIsDamaged() throws Exception {
        // given
        assumeThatMountsAreAllowed();
        service.serve(catalog(16, "1.0.0"));
        try (CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry())) {
            index.refresh(service.location(""));
        }
        Files.writeString(cache.resolve("test").resolve("index.json"), "damaged");
        // when
        List<String> output = outputWith(READ_ONLY_DISK, service.baseUrl().toString());
        // then
        assertThat(output.getFirst())
                .isEqualTo(
                        "the cache directory cannot be written: " + cache.resolve("test") + ": Read-only file system");
        assertThat(output.get(1)).isEqualTo("Unavailable");
    }
}
