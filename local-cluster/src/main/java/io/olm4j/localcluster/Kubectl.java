package io.olm4j.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs kubectl against one cluster. */
public final class Kubectl {

    private final List<String> command;
    private final Path kubeconfig;

    Kubectl(List<String> command, Path kubeconfig) {
        this.command = List.copyOf(command);
        this.kubeconfig = kubeconfig;
    }

    /**
     * The result of a run of kubectl.
     *
     * @param exitCode 0 if it succeeded
     * @param output the output: standard output and standard error in the order of writing
     */
    public record Result(int exitCode, String output) {}

    /** Runs kubectl without input and waits for its end. */
    public Result run(String... arguments) {
        return runWithInput("", arguments);
    }

    /**
     * Runs kubectl and waits for its end.
     *
     * @param input its standard input, as for {@code apply -f -}
     */
    public Result runWithInput(String input, String... arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        try {
            Process process = builder.start();
            try {
                process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().close();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new Result(process.waitFor(), output);
            } finally {
                process.destroy();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kubectl: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalClusterException("interrupted while kubectl ran", e);
        }
    }
}
