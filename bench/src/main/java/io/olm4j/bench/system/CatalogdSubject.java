package io.olm4j.bench.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A catalogd to be measured: ours, or the original's program.
 *
 * @param original the original's program; ours without
 * @param jvm options of the JVM that runs ours
 * @param work where it keeps its files
 */
record CatalogdSubject(Optional<Path> original, List<String> jvm, CatalogdBench bench, Path work) {

    String name() {
        return original.isPresent() ? "original" : "olm4j";
    }

    String url(String catalog) {
        return "https://127.0.0.1:" + port() + "/catalogs/" + catalog + "/api/v1/";
    }

    private int port() {
        return original.isPresent() ? bench.ports().get(0) : bench.ports().get(1);
    }

    /** A new process, once it works: how long that takes is another figure. */
    Process startAndAwait() throws IOException {
        Process process = start();
        CatalogdBench.await(original.isPresent() ? this::answers : this::watches);
        return process;
    }

    /** Ours answers long before. */
    private boolean watches() {
        try {
            return log().contains(CatalogdProcess.WATCHING);
        } catch (IOException notYet) {
            return false;
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** A new process on the disk of the one before. */
    Process start() throws IOException {
        Files.createDirectories(work);
        ProcessBuilder process = new ProcessBuilder(
                        original.map(this::originalCommand).orElseGet(this::command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(work.resolve("log").toFile()));
        process.environment()
                .putAll(Map.of(
                        "KUBECONFIG", bench.kubeconfig().toString(),
                        "CONTAINERS_REGISTRIES_CONF", bench.registriesConf().toString()));
        return process.start();
    }

    /** The last of what it logged. */
    String logEnd() throws IOException {
        String log = log();
        return log.substring(Math.max(0, log.length() - 2000));
    }

    private String log() throws IOException {
        return Files.readString(work.resolve("log"));
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                CatalogdProcess.class.getName(),
                bench.kubeconfig().toString(),
                work.resolve("cache").toString(),
                Integer.toString(port()),
                bench.certificate().toString(),
                bench.key().toString()));
        return command;
    }

    private List<String> originalCommand(Path program) {
        return List.of(
                program.toString(),
                "--tls-cert=" + bench.certificate(),
                "--tls-key=" + bench.key(),
                "--cache-dir=" + work.resolve("cache"),
                "--catalogs-server-addr=127.0.0.1:" + port(),
                "--external-address=127.0.0.1:" + port(),
                "--system-namespace=olmv1-system",
                "--metrics-bind-address=127.0.0.1:" + bench.ports().get(2),
                "--health-probe-bind-address=127.0.0.1:" + bench.ports().get(3),
                "--webhook-server-port=" + bench.ports().get(4),
                "--feature-gates=APIV1MetasHandler=true");
    }

    /** What a process has cost: the most memory it had resident, and its time on the processors. */
    static String cost(Process process) {
        return "peak " + peakResident(process) + " MiB, "
                + process.info().totalCpuDuration().orElseThrow().toMillis() + " ms of CPU";
    }

    private static long peakResident(Process process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                            .filter(line -> line.startsWith("VmHWM:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElse(0)
                    >> 10;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
