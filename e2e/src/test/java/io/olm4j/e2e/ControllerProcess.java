package io.olm4j.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** The controller as a process of its own, until it is killed or its standard input ends with the test. */
final class ControllerProcess {

    private ControllerProcess() {}

    /** Runs it; {@code arguments} are the kubeconfig file, and the directory for its caches. */
    public static void main(String[] arguments) throws IOException {
        Config config = Config.fromKubeconfig(new File(arguments[0]));
        var client = new KubernetesClientBuilder().withConfig(config).build();
        try (var _ = Controller.start(client, ControllerOptions.of(Path.of(arguments[1]), "olmv1-system"))) {
            var _ = System.in.read();
        }
    }
}
