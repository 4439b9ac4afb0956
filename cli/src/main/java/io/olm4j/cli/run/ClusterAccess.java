package io.olm4j.cli.run;

import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.command.OlmException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How this process reaches its cluster. */
final class ClusterAccess {

    private static final Path MOUNTED_TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

    private ClusterAccess() {}

    /**
     * What KUBECONFIG, or else ~/.kube/config, names; in a pod its service account.
     *
     * @throws OlmException if there is neither
     */
    static Config configuration(Role role) {
        Config config = Config.autoConfigure(null);
        if (config.getFile() == null && !Files.exists(MOUNTED_TOKEN)) {
            throw new OlmException(
                    "no cluster is known: set KUBECONFIG to a file that names one, or run this in a pod");
        }
        config.setUserAgent("olm4j-" + role); // A copy would not get new tokens.
        return config;
    }
}
