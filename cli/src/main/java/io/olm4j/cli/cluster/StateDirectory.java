package io.olm4j.cli.cluster;

import io.olm4j.oci.EnvironmentPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory that holds the data of the clusters of this user, and notes which of them run.
 *
 * @param path {@code $XDG_STATE_HOME/olm4j}, by default {@code ~/.local/state/olm4j}
 */
record StateDirectory(Path path) {

    /**
     * The directory by the XDG base directory specification: a relative value is ignored.
     *
     * @param home if the environment names none
     */
    static StateDirectory of(Map<String, String> environment, String home) {
        return new StateDirectory(EnvironmentPaths.xdg(environment, "XDG_STATE_HOME", home, ".local/state")
                .resolve("olm4j"));
    }

    static StateDirectory current() {
        return of(System.getenv(), System.getProperty("user.home"));
    }

    /** The directory of one cluster; the default cluster uses the directory itself. */
    Path of(ClusterName cluster) {
        return cluster.isDefault() ? path : clusters().resolve(cluster.value());
    }

    /** The default cluster, and all others that ever were, by name. */
    List<ClusterName> names() throws IOException {
        if (!Files.isDirectory(clusters())) {
            return List.of(ClusterName.DEFAULT);
        }
        try (Stream<Path> directories = Files.list(clusters())) {
            Stream<ClusterName> others = directories
                    .map(directory -> directory.getFileName().toString())
                    .filter(ClusterName::isValid)
                    .sorted()
                    .map(ClusterName::new)
                    .filter(name -> !name.isDefault());
            return Stream.concat(Stream.of(ClusterName.DEFAULT), others).toList();
        }
    }

    /**
     * Says that a cluster is not running, and which others are.
     *
     * @param advice what to do
     */
    String absence(ClusterName name, String advice) throws IOException {
        String running = names().stream()
                .filter(other -> RunningCluster.find(of(other)).isPresent())
                .map(ClusterName::value)
                .collect(Collectors.joining(", "));
        return (name.isDefault() && running.isEmpty() ? "no cluster is running" : "cluster " + name + " is not running")
                + advice
                + (running.isEmpty() ? "" : "; --name selects one that runs: " + running);
    }

    private Path clusters() {
        return path.resolve("clusters");
    }
}
