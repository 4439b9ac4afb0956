package io.olm4j.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of {@code olm run}, with the class path of this process; it ends when this process ends. */
public final class OlmRun implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final Path log;

    private OlmRun(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param directory gets its kubeconfig and its log, to which a second process appends
     * @param kubeconfig the text of its kubeconfig
     * @param arguments those after {@code olm}
     * @param environment further variables
     * @param jvmFlags further flags of the Java runtime
     */
    public static OlmRun start(
            Path directory,
            String kubeconfig,
            List<String> arguments,
            Map<String, String> environment,
            String... jvmFlags) {
        List<String> all = new ArrayList<>(arguments);
        // It ends with this process, however this one ends.
        all.add("--end-with-input");
        List<String> flags = new ArrayList<>(List.of("-Xmx256m"));
        flags.addAll(List.of(jvmFlags));
        List<String> command = OlmCommand.of(flags, all);
        try {
            Files.createDirectories(directory);
            Path access = Files.writeString(directory.resolve("kubeconfig"), kubeconfig);
            Path log = directory.resolve("log");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            builder.environment().put("KUBECONFIG", access.toString());
            return new OlmRun(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has ended by itself, or does so within this time. */
    public boolean endsWithin(Duration time) {
        return process.onExit()
                .thenApply(_ -> true)
                .completeOnTimeout(false, time.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** What it has logged so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of the process. */
    public long pid() {
        return process.pid();
    }

    /** Sends it a signal, as STOP or CONT. */
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " ended with " + code);
        }
    }

    /** Waits until it has ended by itself; returns its exit code. */
    public int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("olm does not end within %d s: %s".formatted(PATIENCE.toSeconds(), log()));
        }
        return process.exitValue();
    }

    /** Ends it by SIGTERM, as a kubelet does; returns its exit code. */
    public int stop() throws InterruptedException {
        terminate();
        return awaitEnd();
    }

    /** Sends it SIGTERM and does not wait. */
    public void terminate() {
        // Process.destroy would close its input as well, which is another way to end it.
        process.toHandle().destroy();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
