package io.olm4j.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.Olm;
import io.olm4j.testsupport.ChildJvm;
import io.olm4j.testsupport.Patience;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ServeCommand} as a process of its own. */
class ServeCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldRefuseAPortThatDoesNotExist() {
        assertThat(CommandRun.olm("catalog", "serve", "a=" + directory, "--port", "99999"))
                .isEqualTo(new CommandRun(2, "", """
                        olm: invalid value for option '--port': "99999" is not a port from 0 to 65535
                        see: olm catalog serve --help
                        """));
    }

    @Test
    void shouldServeUntilItIsTerminated() throws Exception {
        Path catalog = Files.createDirectory(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.yaml"), "schema: olm.package\nname: foo\n");
        Path scratch = Files.createDirectory(directory.resolve("tmp"));
        List<String> flags = List.of("-Djava.io.tmpdir=" + scratch);
        Process process = ChildJvm.builder(flags, Olm.class, "catalog", "serve", "some-name=" + catalog)
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try (BufferedReader output = process.inputReader();
                HttpClient http = HttpClient.newHttpClient()) {
            String url = String.valueOf(output.readLine());
            assertThat(url).matches("http://127\\.0\\.0\\.1:[0-9]+/catalogs/some-name");

            HttpResponse<String> all = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/v1/all")).build(), BodyHandlers.ofString());
            HttpResponse<String> none = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/v1/metas?schema=olm.bundle"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(all.body()).isEqualTo("{\"name\":\"foo\",\"schema\":\"olm.package\"}\n");
            assertThat(none.statusCode()).isEqualTo(200);
            assertThat(none.body()).isEmpty();

            process.destroy();
            assertThat(process.waitFor(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            try (Stream<Path> left = Files.list(scratch)) {
                assertThat(left).isEmpty();
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
