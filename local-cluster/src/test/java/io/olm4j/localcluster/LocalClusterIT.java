package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@link LocalCluster} is a Kubernetes cluster. */
class LocalClusterIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @AutoClose
    private static final LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults());

    private final KubernetesClient admin = cluster.adminClient();

    @Test
    void shouldMakeDeploymentAvailableWhenItIsCreated() {
        // Given
        Deployment deployment = new DeploymentBuilder()
                .withNewMetadata()
                .withName("web")
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withReplicas(3)
                .withNewSelector()
                .withMatchLabels(Map.of("app", "web"))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(Map.of("app", "web"))
                .endMetadata()
                .withNewSpec()
                .addNewInitContainer()
                .withName("prepare")
                .withImage("example.com/prepare:1")
                .endInitContainer()
                .addNewContainer()
                .withName("web")
                .withImage("example.com/web:1")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();

        // When
        admin.resource(deployment).create();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                admin.resource(deployment).get().getStatus().getAvailableReplicas())
                        .isEqualTo(3));
    }

    @Test
    void shouldFinishNamespaceWhenItIsDeleted() {
        // Given
        createNamespace("short-lived");
        createConfigMap("short-lived", "content");

        // When
        admin.namespaces().withName("short-lived").delete();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                admin.namespaces().withName("short-lived").get())
                        .isNull());
    }

    @Test
    void shouldCollectDependentWhenItsOwnerIsDeleted() {
        // Given
        ConfigMap owner = createConfigMap("default", "owner");
        ConfigMap dependent = new ConfigMapBuilder(configMap("default", "dependent"))
                .editMetadata()
                .addNewOwnerReference()
                .withApiVersion("v1")
                .withKind("ConfigMap")
                .withName("owner")
                .withUid(owner.getMetadata().getUid())
                .endOwnerReference()
                .endMetadata()
                .build();
        admin.resource(dependent).create();

        // When
        admin.resource(owner).delete();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(admin.resource(dependent).get()).isNull());
    }

    @Test
    void shouldRefuseServiceAccountWhenItHasNoRights() {
        // Given
        createServiceAccount("weak");

        // When
        KubernetesClient client = cluster.clientForServiceAccount("default", "weak");

        // Then
        assertThatThrownBy(() -> client.configMaps().inNamespace("default").list())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403))
                .hasMessageContaining("system:serviceaccount:default:weak");
    }

    @Test
    void shouldLetServiceAccountReadWhenItIsBoundToView() {
        // Given
        createServiceAccount("viewer");
        createConfigMap("default", "seen");
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName("viewer")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                        .addNewSubject("", "ServiceAccount", "viewer", "default")
                        .build())
                .create();

        // When
        KubernetesClient client = cluster.clientForServiceAccount("default", "viewer");

        // Then
        await().atMost(PATIENCE)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .untilAsserted(() -> assertThat(client.configMaps()
                                .inNamespace("default")
                                .withName("seen")
                                .get())
                        .isNotNull());
    }

    @Test
    void shouldActAsUserWhenAClientIsMadeForOne() {
        // Given
        KubernetesClient client = cluster.clientForUser("jane", "readers");

        // When / Then
        assertThatThrownBy(() -> client.namespaces().list())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("User \"jane\" cannot list");
    }

    @Test
    void shouldAnswerWhenTheRegistryIsAsked() throws IOException, InterruptedException {
        // Given
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + cluster.registryHost() + "/v2/"))
                .build();

        // When
        int status;
        try (HttpClient client = HttpClient.newHttpClient()) {
            status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }

        // Then
        assertThat(status).isEqualTo(200);
    }

    @Test
    void shouldKeepDataWhenTheApiServerIsRestarted() {
        // Given
        createConfigMap("default", "kept");

        // When
        cluster.restartApiServer();

        // Then
        assertThat(admin.configMaps().inNamespace("default").withName("kept").get())
                .isNotNull();
    }

    @Test
    void shouldRunKubectlWhenAsked() {
        // When
        Kubectl.Result result = cluster.kubectl().run("version");

        // Then
        assertThat(result.exitCode()).isZero();
        assertThat(result.output()).contains("Server Version: v1.36.3");
    }

    @Test
    void shouldRunKubectlForThisClusterWhenItsLauncherIsCalled() throws IOException, InterruptedException {
        // When
        ProcessBuilder words = new ProcessBuilder(cluster.kubectlLauncher().toString(), "get", "nodes", "-o", "name");
        words.environment().remove("KUBECONFIG");
        Process launcher = words.start();
        String output = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // Then
        assertThat(launcher.waitFor()).isZero();
        assertThat(output.lines()).containsExactly("node/node-1", "node/node-2");
    }

    @Test
    void shouldRunKubectlForTheClusterOfTheUserWhenKubeconfigIsSet(@TempDir Path directory)
            throws IOException, InterruptedException {
        // Given
        String other = "http://127.0.0.1:1";
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: other, cluster: {server: "%s"}}]
                contexts: [{name: other, context: {cluster: other}}]
                current-context: other
                """.formatted(other));
        ProcessBuilder words = new ProcessBuilder(cluster.kubectlLauncher().toString(), "config", "view", "--minify");
        words.environment().put("KUBECONFIG", kubeconfig.toString());

        // When
        Process launcher = words.start();
        String output = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // Then
        assertThat(launcher.waitFor()).isZero();
        assertThat(output).contains("server: " + other);
    }

    @Test
    void shouldBeTheServiceAccountWhenItsKubeconfigIsUsed(@TempDir Path directory) throws IOException {
        // Given
        createServiceAccount("deployer");
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"), cluster.kubeconfigForServiceAccount("default", "deployer"));

        // When
        Kubectl.Result result = cluster.kubectl().run("--kubeconfig", kubeconfig.toString(), "auth", "whoami");

        // Then
        assertThat(result.output()).contains("system:serviceaccount:default:deployer");
    }

    @Test
    void shouldBeTheUserWhenItsKubeconfigIsUsed(@TempDir Path directory) throws IOException {
        // Given
        Path kubeconfig =
                Files.writeString(directory.resolve("kubeconfig"), cluster.kubeconfigForUser("jane", "readers"));

        // When
        Kubectl.Result result = cluster.kubectl().run("--kubeconfig", kubeconfig.toString(), "auth", "whoami");

        // Then
        assertThat(result.output()).contains("jane", "readers");
    }

    private void createNamespace(String name) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void createServiceAccount(String name) {
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();
    }

    private ConfigMap createConfigMap(String namespace, String name) {
        return admin.resource(configMap(namespace, name)).create();
    }

    private static ConfigMap configMap(String namespace, String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .build();
    }
}
