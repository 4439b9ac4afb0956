package io.olm4j.e2e.deploy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The container of a Deployment as a process of this machine: with its arguments, a token of its service account and
 * its volumes. What a network of its own and a root directory of its own would do for it is put into the arguments.
 */
final class DeployedProcess {

    private DeployedProcess() {}

    /**
     * Starts it.
     *
     * @param directory an empty one
     */
    static OlmRun start(LocalCluster cluster, Deployment deployment, Path directory) throws IOException {
        String namespace = deployment.getMetadata().getNamespace();
        PodSpec pod = deployment.getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().getFirst();
        mount(new MountedVolumes(cluster.adminClient(), namespace, directory), pod, container);
        Path hosts = Files.writeString(
                directory.resolve("hosts"), "127.0.0.1 localhost catalogd-service." + namespace + ".svc\n");
        return OlmRun.start(
                directory,
                cluster.kubeconfigForServiceAccount(namespace, pod.getServiceAccountName()),
                arguments(container.getArgs(), namespace, directory),
                // A pod reads the namespace from a file beside its token.
                Map.of("HOSTNAME", deployment.getMetadata().getName(), "OLM_SYSTEM_NAMESPACE", namespace),
                "-Djdk.net.hosts.file=" + hosts);
    }

    private static void mount(MountedVolumes volumes, PodSpec pod, Container container) throws IOException {
        Map<String, Volume> byName =
                pod.getVolumes().stream().collect(Collectors.toMap(Volume::getName, Function.identity()));
        for (VolumeMount mount : container.getVolumeMounts()) {
            volumes.mount(mount, Objects.requireNonNull(byName.get(mount.getName())));
        }
    }

    private static List<String> arguments(List<String> arguments, String namespace, Path root) {
        List<String> own = new ArrayList<>();
        int catalogs = 0;
        for (String argument : arguments) {
            String expanded = argument.replace("$(POD_NAMESPACE)", namespace).replace("=/", "=" + root + "/");
            if (expanded.matches("--[a-z-]+=:[0-9]+")) {
                int port = FreePort.next();
                catalogs = expanded.startsWith("--catalogs-server-addr=") ? port : catalogs;
                expanded = expanded.replaceFirst("=:[0-9]+", "=127.0.0.1:" + port);
            }
            own.add(expanded);
        }
        int port = catalogs;
        // The Service listens on another port than its pods.
        own.replaceAll(argument -> argument.startsWith("--external-address=") ? argument + ":" + port : argument);
        return own;
    }
}
