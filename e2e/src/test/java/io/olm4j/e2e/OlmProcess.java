package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.OlmCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs {@code olm} as a user does: in a process of its own, with state of its own. */
final class OlmProcess {

    private static final int PATIENCE_MINUTES = 3;

    private final Map<String, String> environment;

    /** @param state where the process notes what is running */
    OlmProcess(Path state) {
        this(Map.of("XDG_STATE_HOME", state.toString()));
    }

    private OlmProcess(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Runs it on this cluster as its administrator. */
    static OlmProcess on(OlmCluster olm) {
        return new OlmProcess(olm.controllerCache())
                .with("KUBECONFIG", olm.cluster().kubeconfig());
    }

    /** Runs it on this cluster as its administrator, with caches of its own. */
    static OlmProcess on(OlmCluster olm, Path caches) {
        return on(olm).with("XDG_CACHE_HOME", caches);
    }

    /** The same with one more variable in the environment. */
    OlmProcess with(String variable, Path value) {
        var more = new HashMap<>(environment);
        more.put(variable, value.toString());
        return new OlmProcess(more);
    }

    /** The result of a run that has ended. */
    record Result(int exitCode, String output, String errors) {}

    Result run(String... arguments) throws Exception {
        Process process = builder(arguments).start();
        CompletableFuture<String> output = reading(process.getInputStream());
        CompletableFuture<String> errors = reading(process.getErrorStream());
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("olm " + List.of(arguments) + " did not end: "
                    + output.completeOnTimeout("", 10, TimeUnit.SECONDS).join());
        }
        return new Result(process.exitValue(), output.join(), errors.join());
    }

    /** Runs what must succeed, and returns its standard output. */
    String succeed(String... arguments) throws Exception {
        Result result = run(arguments);
        assertThat(result.exitCode()).as("%s", result).isZero();
        return result.output();
    }

    /** Reads beside the process, so that the time limit holds and no pipe is full. */
    private static CompletableFuture<String> reading(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> text(stream), task -> Thread.ofVirtual().start(task));
    }

    /** Starts what does not end by itself; standard output and errors go to a file. */
    Process start(Path output, String... arguments) throws IOException {
        return builder(arguments)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private ProcessBuilder builder(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(OlmCommand.of(List.of(), List.of(arguments)));
        // Java reports these variables on the output that is compared.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment().putAll(environment);
        return builder;
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
