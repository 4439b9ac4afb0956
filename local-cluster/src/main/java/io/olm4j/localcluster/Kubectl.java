package io.olm4j.localcluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs kubectl against one cluster. */
public final class Kubectl {

    /** More than the two minutes for which tests let kubectl itself wait. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final List<String> command;
    private final Path kubeconfig;
    private final Duration limit;

    Kubectl(List<String> command, Path kubeconfig) {
        this(command, kubeconfig, LIMIT);
    }

    /** @param limit after which a run of kubectl is ended */
    Kubectl(List<String> command, Path kubeconfig, Duration limit) {
        this.command = List.copyOf(command);
        this.kubeconfig = kubeconfig;
        this.limit = limit;
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
     * @throws LocalClusterException if it does not end within five minutes
     */
    public Result runWithInput(String input, String... arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        try {
            Process process = builder.start();
            try {
                return result(process, input);
            } finally {
                process.destroyForcibly();
            }
        } catch (TimeoutException e) {
            throw new LocalClusterException(
                    "kubectl " + String.join(" ", arguments) + " did not end within " + limit.toSeconds() + " s", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kubectl: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalClusterException("interrupted while kubectl ran", e);
        }
    }

    /** Writes and reads beside the process, so that the limit holds and no pipe is full. */
    private Result result(Process process, String input) throws IOException, InterruptedException, TimeoutException {
        FutureTask<String> output =
                new FutureTask<>(() -> new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        FutureTask<Boolean> written = new FutureTask<>(() -> {
            try (OutputStream to = process.getOutputStream()) {
                to.write(input.getBytes(StandardCharsets.UTF_8));
            }
            return true;
        });
        Thread.startVirtualThread(output);
        Thread.startVirtualThread(written);
        if (!process.waitFor(limit)) {
            throw new TimeoutException();
        }
        try {
            String text = output.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            var _ = written.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Result(process.exitValue(), text);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }
}
