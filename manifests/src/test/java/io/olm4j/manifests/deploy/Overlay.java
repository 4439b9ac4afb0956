package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.Definitions;
import io.olm4j.testsupport.TestCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A kustomization that can be rendered and applied. */
record Overlay(Path directory) {

    /** Every overlay of the manifests. */
    static final List<String> ALL = List.of(
            "kubernetes",
            "openshift",
            "self-made-certificates",
            "upstream-compatible",
            "hardened",
            "experimental",
            "another-namespace");

    static Overlay of(String name) {
        return new Overlay(Path.of("overlays", name));
    }

    /** A kustomization that a user writes, three directories below the manifests. */
    static Overlay written(String name, String kustomization) {
        try {
            // Another process may run other tests with a kustomization of the same name.
            String own = name + "-" + ProcessHandle.current().pid();
            Path directory = Files.createDirectories(Path.of("target", "kustomizations", own));
            Files.writeString(directory.resolve("kustomization.yaml"), kustomization);
            return new Overlay(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What kustomize makes of it. */
    String rendered() {
        Kubectl.Result result = kubectl("kustomize", path());
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    List<HasMetadata> objects() {
        return TestCluster.shared()
                .client()
                .load(new ByteArrayInputStream(rendered().getBytes(StandardCharsets.UTF_8)))
                .items();
    }

    <T extends HasMetadata> List<T> objects(Class<T> kind) {
        return objects().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /**
     * Applies it to an empty cluster that has what comes from others: cert-manager's kinds, and the namespace of
     * OpenShift.
     */
    void applyToAnEmptyCluster() {
        TestCluster.shared().reset();
        serveCertManager(TestCluster.shared().client());
        TestCluster.shared()
                .client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("openshift-config")
                        .endMetadata()
                        .build())
                .create();
        Kubectl.Result result = kubectl("apply", "--server-side", "--force-conflicts", "-k", path());
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    private static void serveCertManager(KubernetesClient client) {
        try (InputStream in = Objects.requireNonNull(Overlay.class.getResourceAsStream("/deploy/cert-manager.yaml"))) {
            for (HasMetadata crd : client.load(in).items()) {
                client.resource(crd).serverSideApply();
                Definitions.awaitEstablished(client, crd.getMetadata().getName());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String path() {
        return directory.toAbsolutePath().toString();
    }

    private static Kubectl.Result kubectl(String... arguments) {
        return TestCluster.shared().cluster().kubectl().run(arguments);
    }
}
