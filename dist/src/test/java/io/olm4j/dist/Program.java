package io.olm4j.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a program printed and how it ended, in an environment that holds nothing but what it is given. */
record Program(int exit, String out, String err) {

    /** The tools that the launcher may find on the PATH; none of them is Java. */
    private static final List<String> TOOLS =
            List.of("cat", "dirname", "find", "mkdir", "mv", "nice", "readlink", "rm", "timeout");

    static Program run(Map<String, String> environment, List<String> words) throws IOException, InterruptedException {
        Path tools = Files.createDirectories(Path.of("target", "it", "tools").toAbsolutePath());
        for (String tool : TOOLS) {
            Path link = tools.resolve(tool);
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, Path.of("/usr/bin", tool));
            }
        }
        Path out = Files.createTempFile("olm4j-out-", "");
        Path err = Files.createTempFile("olm4j-err-", "");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().put("PATH", tools.toString());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(words + " did not end");
            }
            return new Program(process.exitValue(), read(out), read(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
