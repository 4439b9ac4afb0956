package io.olm4j.oci.registry;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Pushes images to the Distribution registry and pulls them again, if the program is on the path. */
class DockerRegistryIT extends RegistryRoundTrip {

    private static final String PROGRAM = "docker-registry";
    private static final Pattern LISTENING = Pattern.compile("listening on (127\\.0\\.0\\.1:\\d+)");

    @TempDir
    static Path data;

    private static @Nullable Process process;
    private static String host = "";

    @BeforeAll
    static void start() throws IOException {
        assumeThat(Stream.of(System.getenv("PATH").split(":", -1)).map(each -> Path.of(each, PROGRAM)))
                .as(PROGRAM + " is not installed")
                .anyMatch(Files::isExecutable);
        Path configuration = Files.writeString(data.resolve("config.yml"), """
                version: 0.1
                storage: {filesystem: {rootdirectory: "%s"}}
                http: {addr: "127.0.0.1:0"}
                """.formatted(data.resolve("storage")));
        Process started = new ProcessBuilder(PROGRAM, "serve", configuration.toString())
                .redirectErrorStream(true)
                .start();
        process = started;
        BufferedReader log =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        for (String line = log.readLine(); line != null && host.isEmpty(); line = log.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                host = listening.group(1);
                break;
            }
        }
        var _ = Thread.startVirtualThread(() -> log.lines().forEach(line -> {}));
    }

    @AfterAll
    static void stop() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Override
    String registry() {
        return host;
    }
}
