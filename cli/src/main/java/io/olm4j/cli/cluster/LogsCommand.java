package io.olm4j.cli.cluster;

import io.olm4j.cli.command.AtInterrupt;
import io.olm4j.cli.command.OlmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code olm logs}. */
@Command(
        name = "logs",
        description = {
            "Shows the logs of the cluster that \"olm up\" started.",
            "Without a name it shows operator-controller and catalogd. Names such as kube-apiserver show the"
                    + " control plane."
        },
        mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {

    private static final String SUFFIX = ".log";

    @Option(
            names = {"-f", "--follow"},
            description = "Follow the log.")
    private boolean follow;

    @Option(
            names = "--tail",
            paramLabel = "LINES",
            defaultValue = "-1",
            description = "Number of last lines; -1 for all. Default: ${DEFAULT-VALUE}.")
    private int tail;

    @Mixin
    private final ClusterNameOption cluster = new ClusterNameOption();

    @Parameters(paramLabel = "NAME", description = "The process.")
    private List<String> names = List.of("operator-controller", "catalogd");

    /** Runs {@code tail} on the log files. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        Path logs = logs();
        List<String> command = new ArrayList<>(List.of("tail", "-n", tail < 0 ? "+1" : Integer.toString(tail)));
        if (follow) {
            command.add("-F");
        }
        for (String name : names) {
            command.add(file(logs, name).toString());
        }
        Process process = new ProcessBuilder(command).inheritIO().start();
        try (AtInterrupt _ = AtInterrupt.run(process::destroy)) {
            return process.waitFor();
        }
    }

    /** The log directory of the running cluster, else that of the last cluster. */
    private Path logs() throws IOException {
        Optional<RunningCluster> running = RunningCluster.find(cluster.value());
        if (running.isPresent()) {
            return Path.of(running.get().logs());
        }
        StateDirectory state = StateDirectory.current();
        Path left = state.of(cluster.value()).resolve("cluster").resolve("logs");
        if (Files.isDirectory(left)) {
            return left;
        }
        throw new OlmException(state.absence(
                cluster.value(), ": start one with " + cluster.value().command("up")));
    }

    private static Path file(Path logs, String name) throws IOException {
        try (Stream<Path> files = Files.list(logs)) {
            List<String> known = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .collect(Collectors.toList());
            if (!known.contains(name)) {
                throw new OlmException("there is no log of \"" + name + "\"; there are " + String.join(", ", known));
            }
        }
        return logs.resolve(name + SUFFIX);
    }
}
