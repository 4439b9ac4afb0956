package io.olm4j.manifests.monitoring;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Prometheus' own checker of rules: that of the search path, or else one that Go builds and keeps in its cache.
 *
 * @param command how it is called
 */
record Promtool(List<String> command) {

    private static final String MODULE = "github.com/prometheus/prometheus/cmd/promtool@v0.316.0";

    /** Minutes. Go needs 191 s of processor time at the first use. */
    private static final int BUILD = 5;

    /** What a run said. */
    record Result(int exitCode, String output) {}

    /** Empty where it is neither there nor to be had. */
    static Optional<Promtool> find() throws IOException, InterruptedException {
        if (isOnPath("promtool")) {
            return Optional.of(new Promtool(List.of("promtool")));
        }
        if (!isOnPath("go")) {
            return Optional.empty();
        }
        // Without the clients of all clouds, which rules do not need.
        Promtool built = new Promtool(List.of("go", "run", "-tags=remove_all_sd", MODULE));
        return built.run(Path.of("."), "--version").exitCode() == 0 ? Optional.of(built) : Optional.empty();
    }

    Result run(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of(arguments));
        Path output = Files.createTempFile("promtool", ".log");
        try {
            Process process = new ProcessBuilder(line)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(BUILD, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }

    private static boolean isOnPath(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
