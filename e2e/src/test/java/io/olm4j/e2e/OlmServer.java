package io.olm4j.e2e;

import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code olm run} as a process of its own, with the token of the service account that the manifests give it. */
final class OlmServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Process process;
    private final Path log;

    private OlmServer(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts one role.
     *
     * @param directory for its kubeconfig, its log and its caches; what is in it is used again
     * @param role operator-controller or catalogd
     * @param flags further ones
     */
    static OlmServer start(LocalCluster cluster, Path directory, String role, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(
                "--only=" + role,
                "--health-probe-bind-address=0",
                (role.equals("catalogd") ? "--cache-dir=" : "--cache-path=") + directory.resolve("cache")));
        arguments.addAll(List.of(flags));
        return start(
                directory,
                cluster.kubeconfigForServiceAccount("olmv1-system", role + "-controller-manager"),
                arguments);
    }

    /** Starts both roles in one process, as an administrator. */
    static OlmServer startBoth(LocalCluster cluster, Path directory, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(
                "--cache-dir=" + directory.resolve("catalogd"), "--cache-path=" + directory.resolve("controller")));
        arguments.addAll(List.of(flags));
        try {
            return start(directory, Files.readString(cluster.kubeconfig()), arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OlmServer start(Path directory, String access, List<String> flags) {
        try {
            Files.createDirectories(directory);
            Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), access);
            var command = new ArrayList<String>();
            command.add(ProcessHandle.current().info().command().orElseThrow());
            command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), "io.olm4j.cli.Olm"));
            command.addAll(List.of("run", "--end-with-input"));
            command.addAll(flags);
            Path log = directory.resolve("log");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            builder.environment().put("KUBECONFIG", kubeconfig.toString());
            return new OlmServer(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An address on loopback that nobody listened on just now. */
    static String freeAddress() {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return "127.0.0.1:" + socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it has logged so far. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it a signal, as STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " ended with " + code);
        }
    }

    /** Waits until it has ended by itself; returns its exit code. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it goes on: " + log());
        }
        return process.exitValue();
    }

    /** Tells it to stop, as a kubelet does; returns its exit code. */
    int stop() throws InterruptedException {
        // Process.destroy would close its input as well, which is another way to end it.
        process.toHandle().destroy();
        return awaitEnd();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
