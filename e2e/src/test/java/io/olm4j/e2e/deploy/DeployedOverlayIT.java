package io.olm4j.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.e2e.OlmCluster;
import io.olm4j.localcluster.Kubectl;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each overlay as an administrator installs it: applied by kubectl, its containers run as processes with the arguments,
 * the account and the volumes of the Deployments. An extension is installed, upgraded and deleted with it.
 */
class DeployedOverlayIT {

    private static final String MANIFESTS = "../manifests/";

    private final LocalCluster cluster = OlmCluster.bare();
    private final KubernetesClient client = cluster.adminClient();
    private final List<OlmRun> processes = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void endProcesses() {
        processes.forEach(OlmRun::close);
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, olmv1-system",
        "openshift, olmv1-system",
        "upstream-compatible, olmv1-system",
        "self-made-certificates, olmv1-system",
        "experimental, olmv1-system",
        "another-namespace, olm",
        "hardened-elsewhere, olm",
    })
    void shouldInstallUpgradeAndDeleteAnExtension(String overlay, String namespace) throws Exception {
        // given
        apply(overlay, namespace);
        startAll(namespace);
        var samples = new Samples(cluster.registryHost());
        samples.push(RegistryClient.create(RegistryOptions.defaults()));
        applied(samples.clusterCatalog());
        boolean named = !overlay.equals("upstream-compatible");
        applied(named ? samples.installer() : "{apiVersion: v1, kind: Namespace, metadata: {name: greeter}}");
        kubectl("label", "namespace", "greeter", "olm.operatorframework.io/service-accounts=allowed");

        // when
        String extension = samples.clusterExtension();
        applied(named ? extension : extension.replace("  serviceAccount:\n    name: greeter-installer\n", ""));

        // then
        awaitInstalled("1.0.0");
        kubectl("wait", "--for=condition=Available", "deployment", "--all", "-n", "greeter", "--timeout=2m");

        // when
        kubectl(
                "patch",
                "clusterextension",
                "greeter",
                "--type=merge",
                "-p",
                "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}");

        // then
        awaitInstalled("1.2.0");

        // when
        kubectl("delete", "clusterextension", "greeter", "--timeout=2m");

        // then
        assertThat(kubectl("get", "deployments", "-n", "greeter", "-o", "name")).isEmpty();
        assertThat(kubectl("get", "crds", "-o", "name")).doesNotContain("greetings.greeter.olm4j.io");
        kubectl("delete", "clustercatalogs", "--all", "--timeout=2m");
        for (OlmRun process : processes) {
            assertThat(process.isAlive()).isTrue();
            assertThat(process.stop()).as(log()).isZero();
        }
    }

    private void apply(String overlay, String namespace) throws IOException {
        applied(read(MANIFESTS + "src/test/resources/deploy/cert-manager.yaml"));
        kubectl("wait", "--for=condition=Established", "crd/certificates.cert-manager.io", "--timeout=2m");
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("openshift-config")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("pull-secret")
                        .withNamespace("openshift-config")
                        .endMetadata()
                        .withType("kubernetes.io/dockerconfigjson")
                        .withStringData(Map.of(".dockerconfigjson", "{\"auths\":{}}"))
                        .build())
                .create();
        kubectl("apply", "--server-side", "--force-conflicts", "-k", kustomization(overlay));
        kubectl("wait", "--for=condition=Established", "crd", "--all", "--timeout=2m");
        var providers = new CertificateProviders(client, namespace);
        if (overlay.equals("openshift")) {
            providers.openShift();
        } else {
            providers.certManager();
        }
    }

    /** An overlay, or a kustomization of a user: a copy of another-namespace with another overlay and a component. */
    private static String kustomization(String overlay) throws IOException {
        if (!overlay.equals("hardened-elsewhere")) {
            return MANIFESTS + "overlays/" + overlay;
        }
        Path own = Files.createDirectories(Path.of("target", "kustomizations", overlay));
        Files.writeString(
                own.resolve("kustomization.yaml"),
                read(MANIFESTS + "overlays/another-namespace/kustomization.yaml")
                                .replace("../self-made-certificates", "../../../../manifests/overlays/kubernetes")
                        + "components:\n  - ../../../../manifests/components/hardened\n");
        return own.toString();
    }

    private void startAll(String namespace) throws IOException {
        for (Deployment deployment :
                client.apps().deployments().inNamespace(namespace).list().getItems()) {
            Path own = Files.createDirectory(
                    directory.resolve(deployment.getMetadata().getName()));
            processes.add(DeployedProcess.start(cluster, deployment, own));
        }
        assertThat(processes).hasSize(2);
    }

    private void awaitInstalled(String version) {
        kubectl(
                "wait",
                "--for=jsonpath={.status.install.bundle.version}=" + version,
                "clusterextension/greeter",
                "--timeout=2m");
    }

    private void applied(String manifest) {
        Kubectl.Result result = cluster.kubectl().runWithInput(manifest, "apply", "--server-side", "-f", "-");
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    private String kubectl(String... arguments) {
        Kubectl.Result result = cluster.kubectl().run(arguments);
        assertThat(result.exitCode())
                .as(() -> result.output() + "\n"
                        + cluster.kubectl().run("get", "olm", "-o", "yaml").output() + log())
                .isZero();
        return result.output();
    }

    /** What the processes have written; it shows the reason of a failure. */
    private String log() {
        return read(directory.resolve("catalogd-controller-manager/log").toString())
                + read(directory
                        .resolve("operator-controller-controller-manager/log")
                        .toString());
    }

    private static String read(String file) {
        try {
            Path path = Path.of(file);
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
