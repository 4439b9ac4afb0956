package io.olm4j.cli.cluster;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of olm4j on the embedded cluster. One that ends is started again after a second, as the kubelet does it;
 * all of them end with this process, because their standard input does.
 */
final class ServerProcess implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A process stops within 10 s of the signal. */
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private final Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    private @Nullable Process process;
    private boolean closed;

    private ServerProcess(List<String> command, Map<String, String> environment, Path log) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param environment more variables
     * @param log the file that its output is added to
     * @throws IOException if it cannot be started
     */
    static ServerProcess start(List<String> command, Map<String, String> environment, Path log) throws IOException {
        ServerProcess server = new ServerProcess(command, environment, log);
        server.start();
        return server;
    }

    private synchronized void start() throws IOException {
        if (closed) {
            return;
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        ServerMemory.limit(builder.environment());
        Process started = builder.start();
        process = started;
        var _ = started.onExit().thenRunAsync(this::startAgain, later);
    }

    private void startAgain() {
        try {
            start();
        } catch (IOException e) {
            note("cannot be started, and is tried again: " + e.getMessage());
            later.execute(this::startAgain);
        }
    }

    private void note(String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            // There is no other place where somebody would look.
        }
    }

    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        if (last != null) {
            last.destroy();
            try {
                if (!last.waitFor(PATIENCE)) {
                    last.destroyForcibly();
                }
            } catch (InterruptedException e) {
                last.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
