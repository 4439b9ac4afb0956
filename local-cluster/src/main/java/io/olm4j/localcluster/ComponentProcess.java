package io.olm4j.localcluster;

import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A running component. It ends when its standard input ends, so this object must stay reachable as long as the
 * component is needed.
 */
final class ComponentProcess {

    /** The kernel ends a killed process as soon as it comes to it. */
    private static final Duration KILLED = Duration.ofSeconds(10);

    private static final int TAIL_BYTES = 4096;
    private static final int TAIL_LINES = 12;

    private final Component component;
    private final Process process;
    private final Path log;

    private ComponentProcess(Component component, Process process, Path log) {
        this.component = component;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a component.
     *
     * @param command the program and its flags
     * @param log the file to which its output is appended
     */
    static ComponentProcess start(Component component, List<String> command, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new ComponentProcess(component, process, log);
    }

    Component component() {
        return component;
    }

    boolean running() {
        return process.isAlive();
    }

    /** The process and its descendants. */
    Stream<ProcessHandle> handles() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    /** Asks the component to end, and kills it if it does not end in time. Returns when its processes have ended. */
    void stop(Duration patience) {
        List<ProcessHandle> all = handles().toList();
        process.destroy();
        boolean interrupted = false;
        try {
            var _ = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        all.forEach(ProcessHandle::destroyForcibly);
        closeLifeline();
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, KILLED.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeLifeline() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process has ended, so the other end of the pipe is already closed.
        }
    }

    /** The text for messages about the log: its last lines and the path of the file. */
    String lastWords() {
        return "%s last said:%n%s%nThe whole log is %s.".formatted(component.program(), tail(), log);
    }

    /** The last lines of the log. */
    String tail() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(TAIL_BYTES, file.length())];
            file.seek(file.length() - bytes.length);
            file.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
