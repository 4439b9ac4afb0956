package io.olm4j.e2e;

import io.olm4j.localcluster.LocalCluster;
import io.olm4j.testsupport.OlmRun;
import io.olm4j.testsupport.TcpRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts {@code olm run} as the manifests do: with the token of the service account that they give it. */
final class OlmServer {

    private OlmServer() {}

    /**
     * Starts one role.
     *
     * @param directory for its kubeconfig, its log and its caches; what is in it is used again
     * @param role operator-controller or catalogd
     * @param flags further ones
     */
    static OlmRun start(LocalCluster cluster, Path directory, String role, String... flags) {
        return start(kubeconfig(cluster, role), "0", directory, role, flags);
    }

    /**
     * Starts one role whose connections to the API server pass a relay.
     *
     * @param health the address for its health
     */
    static OlmRun startBehind(
            TcpRelay apiServer, LocalCluster cluster, String health, Path directory, String role, String... flags) {
        String relayed = kubeconfig(cluster, role).replace(cluster.apiServerUrl(), "https://" + apiServer.address());
        return start(relayed, health, directory, role, flags);
    }

    private static String kubeconfig(LocalCluster cluster, String role) {
        return cluster.kubeconfigForServiceAccount("olmv1-system", role + "-controller-manager");
    }

    private static OlmRun start(String kubeconfig, String health, Path directory, String role, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--only=" + role,
                "--health-probe-bind-address=" + health,
                (role.equals("catalogd") ? "--cache-dir=" : "--cache-path=") + directory.resolve("cache")));
        arguments.addAll(List.of(flags));
        return OlmRun.start(directory, kubeconfig, arguments, Map.of());
    }

    /** Starts both roles in one process, as an administrator. */
    static OlmRun startBoth(LocalCluster cluster, Path directory, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--cache-dir=" + directory.resolve("catalogd"),
                "--cache-path=" + directory.resolve("controller")));
        arguments.addAll(List.of(flags));
        try {
            return OlmRun.start(directory, Files.readString(cluster.kubeconfig()), arguments, Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
