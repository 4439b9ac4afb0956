package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.SOON;
import static io.olm4j.catalogd.TestCatalogs.apply;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.condition;
import static io.olm4j.catalogd.TestCatalogs.content;
import static io.olm4j.catalogd.TestCatalogs.merge;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.resolved;
import static io.olm4j.catalogd.TestCatalogs.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.oci.Digest;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the image of a catalog follows the version of the cluster, on a real control plane with a real registry.
 */
class ImageTemplateIT {

    private static final String ANNOTATION = "olm.operatorframework.io/catalog-image-template";
    private static final String RESOLVED = "TemplatesHaveResolved";
    private static final PatchContext APPLY = PatchContext.of(PatchType.SERVER_SIDE_APPLY);

    @TempDir
    Path scratch;

    private Catalogd catalogd;

    @BeforeAll
    static void applyDefinition() throws IOException {
        TestCatalogs.applyDefinition();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @BeforeEach
    void start() throws IOException {
        catalogd = Catalogd.start(CLIENT, CatalogdOptions.in(scratch).withTiming(FAST));
    }

    @AfterEach
    void stop() {
        TestCatalogs.deleteAll();
        catalogd.close();
    }

    @Test
    void shouldFollowTheAnnotation() throws Exception {
        // Given
        push("kube:default", "default");
        Digest tagged = push("kube:v" + kubernetesMinor(), "tagged");
        apply("kube", "kube:default", "");
        awaitCondition("kube", "Serving", Condition.Status.TRUE, "Available");

        // When
        annotate("kube", "kube:v{kube_major_version}.{kube_minor_version}");

        // Then
        await().atMost(SOON).until(() -> resolved("kube").equals(REGISTRY + "/kube@" + tagged));
        assertThat(content(status("kube"))).contains("tagged");
        assertThat(condition("kube", RESOLVED).message())
                .isEqualTo("The catalog image is " + REGISTRY + "/kube:v" + kubernetesMinor()
                        + ", from the template in annotation " + ANNOTATION);
        assertThat(condition("kube", "Progressing").reason()).isEqualTo("Succeeded");

        // When
        annotate("kube", "kube:v{kubernetes}");

        // Then
        awaitCondition("kube", RESOLVED, Condition.Status.FALSE, "UnableToResolve");
        assertThat(condition("kube", RESOLVED).message())
                .startsWith("spec.source.image.ref is used, because the annotation " + ANNOTATION
                        + " gives no image reference: placeholder {kubernetes} is unknown; use {kube_major_version}, ");
        assertThat(content(status("kube"))).contains("default");

        // When
        merge("kube", "{\"metadata\":{\"annotations\":null}}");

        // Then
        await().atMost(SOON)
                .until(() ->
                        Conditions.find(status("kube").conditions(), RESOLVED).isEmpty());
        assertThat(content(status("kube"))).contains("default");
    }

    @Test
    void shouldKeepServedContentWhenTheImageDoesNotExistYet() throws Exception {
        // Given
        push("early:default", "default");
        apply("early", "early:default", "");
        awaitCondition("early", "Serving", Condition.Status.TRUE, "Available");

        // When
        annotate("early", "early:next-{kube_major_version}.{kube_minor_version}");

        // Then
        awaitCondition("early", "Progressing", Condition.Status.TRUE, "Retrying");
        assertThat(content(status("early"))).contains("default");

        // When
        push("early:next-" + kubernetesMinor(), "next");

        // Then
        await().atMost(SOON).until(() -> content(status("early")).contains("next"));
        // The status is written after the content is served.
        awaitCondition("early", "Progressing", Condition.Status.TRUE, "Succeeded");
    }

    @Test
    void shouldFollowTheVersionOfOpenShift() throws Exception {
        // Given
        push("ocp:default", "default");
        push("ocp:v4.19", "nineteen");
        push("ocp:v4.20", "twenty");
        apply("polled", "ocp:default", "pollIntervalMinutes: 1");
        awaitCondition("polled", "Serving", Condition.Status.TRUE, "Available");

        // When
        annotate("polled", "ocp:v{openshift_major_version}.{openshift_minor_version}");

        // Then
        awaitCondition("polled", RESOLVED, Condition.Status.FALSE, "UnableToResolve");
        assertThat(condition("polled", RESOLVED).message())
                .endsWith("placeholder {openshift_major_version} has no value: the cluster has no ClusterVersion"
                        + " \"version\" (config.openshift.io/v1)");
        assertThat(content(status("polled"))).contains("default");

        // When
        serveClusterVersion("4.19.7");

        // Then
        await().atMost(SOON).until(() -> content(status("polled")).contains("nineteen"));
        // The status is written after the content is served.
        await().atMost(SOON).until(() -> condition("polled", RESOLVED).isTrue());

        // When
        apply("watched", "ocp:default", "");
        annotate("watched", "ocp:v{openshift_major_version}.{openshift_minor_version}");
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> content(status("watched")).contains("nineteen"));
        setClusterVersion("4.20.0-rc.1");

        // Then
        await().atMost(SOON).until(() -> content(status("watched")).contains("twenty"));
    }

    private static String kubernetesMinor() {
        Matcher version = Pattern.compile("v(\\d+\\.\\d+)\\..*")
                .matcher(CLIENT.getKubernetesVersion().getGitVersion());
        assertThat(version.matches()).isTrue();
        return version.group(1);
    }

    private static void annotate(String catalog, String template) {
        merge(
                catalog,
                "{\"metadata\":{\"annotations\":{\"" + ANNOTATION + "\":\"" + REGISTRY + "/" + template + "\"}}}");
    }

    private static void serveClusterVersion(String version) throws IOException {
        try (InputStream in = ImageTemplateIT.class.getResourceAsStream("clusterversions.yaml")) {
            CLIENT.load(in).items().forEach(crd -> CLIENT.resource(crd).patch(APPLY));
        }
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> CLIENT.resource(clusterVersion("")).patch(APPLY) != null);
        setClusterVersion(version);
    }

    private static void setClusterVersion(String version) {
        CLIENT.resource(clusterVersion("status: {desired: {version: \"" + version + "\"}}"))
                .subresource("status")
                .patch(APPLY);
    }

    private static GenericKubernetesResource clusterVersion(String more) {
        return CLIENT.getKubernetesSerialization().unmarshal("""
                        apiVersion: config.openshift.io/v1
                        kind: ClusterVersion
                        metadata:
                          name: version
                        %s
                        """.formatted(more), GenericKubernetesResource.class);
    }
}
