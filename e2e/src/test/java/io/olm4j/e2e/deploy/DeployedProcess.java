package io.olm4j.e2e.deploy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The container of a Deployment as a process of this machine: with its arguments, a token of its service account and its volumes.
 * What a network of its own and a root directory of its own would do for it is put into the arguments.
 */
final class DeployedProcess implements AutoCloseable {

    private static final int PATIENCE_MINUTES = 2;

    private final Process process;

    private DeployedProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param directory an empty one
     */
    static DeployedProcess start(LocalCluster cluster, Deployment deployment, Path directory) throws IOException {
        String namespace = deployment.getMetadata().getNamespace();
        PodSpec pod = deployment.getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().getFirst();
        mount(new MountedVolumes(cluster.adminClient(), namespace, directory), pod, container);
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"),
                cluster.kubeconfigForServiceAccount(namespace, pod.getServiceAccountName()));
        Path hosts = Files.writeString(
                directory.resolve("hosts"), "127.0.0.1 localhost catalogd-service." + namespace + ".svc\n");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                "io.olm4j.cli.Olm"));
        command.addAll(arguments(container.getArgs(), namespace, directory));
        // It ends with this process, however that ends.
        command.add("--end-with-input");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "KUBECONFIG", kubeconfig.toString(),
                        "HOSTNAME", deployment.getMetadata().getName(),
                        // A pod reads it from a file beside its token.
                        "OLM_SYSTEM_NAMESPACE", namespace));
        return new DeployedProcess(builder.start());
    }

    private static void mount(MountedVolumes volumes, PodSpec pod, Container container) throws IOException {
        Map<String, Volume> byName =
                pod.getVolumes().stream().collect(Collectors.toMap(Volume::getName, Function.identity()));
        for (VolumeMount mount : container.getVolumeMounts()) {
            volumes.mount(mount, Objects.requireNonNull(byName.get(mount.getName())));
        }
    }

    private static List<String> arguments(List<String> arguments, String namespace, Path root) throws IOException {
        List<String> own = new ArrayList<>();
        int catalogs = 0;
        for (String argument : arguments) {
            String expanded = argument.replace("$(POD_NAMESPACE)", namespace).replace("=/", "=" + root + "/");
            if (expanded.matches("--[a-z-]+=:[0-9]+")) {
                int port = freePort();
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Ends it as a kubelet does, by SIGTERM; returns its exit code. */
    int terminate() throws InterruptedException {
        // The process itself would close its input as well, which is another way to end it.
        process.toHandle().destroy();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            throw new AssertionError("the process does not end");
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
