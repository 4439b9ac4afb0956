package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the account may delete that takes down revisions whose own account is gone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TeardownPolicyIT {

    private static final String MARKS = """
            {"metadata":{"labels":{"app.kubernetes.io/managed-by":"olm.operatorframework.io"},\
            "annotations":{"olm.operatorframework.io/revision-uid":"00000000-0000-4000-8000-000000000000"}}}""";

    private static final String NO_MARKS = """
            {"metadata":{"ownerReferences":null,"labels":{"app.kubernetes.io/managed-by":null},\
            "annotations":{"olm.operatorframework.io/revision-uid":null}}}""";

    private final KubernetesClient admin = TestCluster.shared().client();
    private KubernetesClient teardown = admin;

    @BeforeAll
    void awaitPolicy() {
        TestCluster.shared().reset();
        Manifests.apply(admin);
        teardown =
                TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", "operator-controller-teardown");
        create();
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> teardown.configMaps()
                                .inNamespace("depot")
                                .withName("settings")
                                .dryRun()
                                .delete())
                        .hasMessageContaining("ValidatingAdmissionPolicy"));
    }

    @BeforeEach
    void create() {
        objects().forEach(object -> {
            admin.resource(object).forceConflicts().serverSideApply();
            admin.resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), NO_MARKS);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "Namespace, namespaces",
        "ConfigMap, configmaps",
        "Deployment, deployments",
        "CustomResourceDefinition, customresourcedefinitions",
        "ClusterObjectSet, clusterobjectsets",
        "ClusterExtension, clusterextensions",
        "ClusterCatalog, clustercatalogs"
    })
    void shouldRefuseToDeleteWhatCarriesNoMarks(String kind, String resource) {
        assertForbidden(
                () -> teardown.resource(object(kind)).dryRun().delete(),
                ("user \"system:serviceaccount:olmv1-system:operator-controller-teardown\" may not delete %s that"
                                + " no revision"
                                + " controls; it takes the label app.kubernetes.io/managed-by:"
                                + " olm.operatorframework.io and the"
                                + " annotation olm.operatorframework.io/revision-uid on the object, or an owner"
                                + " reference to a controller that is a ClusterObjectSet or a ClusterExtension")
                        .formatted(resource));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"metadata\":{\"labels\":{\"app.kubernetes.io/managed-by\":\"Helm\"}}}",
                "{\"metadata\":{\"labels\":null}}",
                "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/revision-uid\":\"\"}}}",
                "{\"metadata\":{\"annotations\":null}}"
            })
    void shouldRefuseToDeleteWhatCarriesHalfTheMarks(String change) {
        // given
        HasMetadata settings = object("ConfigMap");
        admin.resource(settings).patch(PatchContext.of(PatchType.JSON_MERGE), MARKS);

        // when
        admin.resource(settings).patch(PatchContext.of(PatchType.JSON_MERGE), change);

        // then
        assertForbidden(
                () -> teardown.resource(settings).delete(), "may not delete configmaps that no revision controls");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "ConfigMap", "CustomResourceDefinition", "Namespace"})
    void shouldLetTheAccountDeleteWhatCarriesTheMarks(String kind) {
        // given
        HasMetadata object = object(kind);
        admin.resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), MARKS);

        // then
        assertThat(teardown.resource(object).dryRun().delete()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ClusterObjectSet", "ClusterExtension"})
    void shouldLetTheAccountDeleteWhatTheOriginalInstalled(String owner) {
        // given
        HasMetadata settings = object("ConfigMap");
        own(settings, "olm.operatorframework.io/v1", owner, true);

        // then
        assertThat(teardown.resource(settings).dryRun().delete()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ConfigMap, apps/v1, ClusterExtension, true",
        "ConfigMap, olm.operatorframework.io/v1, ClusterCatalog, true",
        "ConfigMap, olm.operatorframework.io/v1, ClusterExtension, false",
        "ClusterObjectSet, olm.operatorframework.io/v1, ClusterExtension, true"
    })
    void shouldRefuseToDeleteForAnotherOwner(String kind, String apiVersion, String owner, boolean controller) {
        // given
        HasMetadata object = object(kind);
        own(object, apiVersion, owner, controller);

        // then
        assertForbidden(() -> teardown.resource(object).dryRun().delete(), "that no revision controls");
    }

    private void own(HasMetadata object, String apiVersion, String kind, boolean controller) {
        // The garbage collector deletes what has an owner that does not exist.
        ObjectMeta owner = admin.resource(object(kind)).get().getMetadata();
        admin.resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"metadata":{"ownerReferences":[
                        {"apiVersion":"%s","kind":"%s","name":"%s","uid":"%s","controller":%b}]}}
                        """.formatted(
                        apiVersion, kind, owner.getName(), owner.getUid(), controller));
    }

    @Test
    void shouldRefuseToDeleteObjectsInKubeSystem() {
        assertForbidden(
                () -> teardown.configMaps()
                        .inNamespace("kube-system")
                        .withName("kube-root-ca.crt")
                        .delete(),
                "may not delete configmaps that no revision controls");
    }

    /** The verb delete is that of HTTP, which a Service or a node takes through the API server's proxy. */
    @Test
    void shouldRefuseToDeleteThroughAProxy() {
        assertThatThrownBy(() -> teardown.raw(
                        "/api/v1/namespaces/default/services/https:kubernetes:443/proxy/x", "DELETE", null))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("that no revision controls");
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "list", "update"})
    void shouldLetTheAccountDoNothingElse(String verb) {
        HasMetadata settings = object("ConfigMap");

        assertThatThrownBy(() -> {
                    switch (verb) {
                        case "get" -> teardown.resource(settings).get();
                        case "list" ->
                            teardown.configMaps().inNamespace("depot").list();
                        default -> teardown.resource(settings).patch(PatchContext.of(PatchType.JSON_MERGE), MARKS);
                    }
                })
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(403));
    }

    @Test
    void shouldLeaveDeletionByOthersAlone() {
        // when
        admin.resource(object("ConfigMap")).delete();

        // then
        assertThat(admin.resource(object("ConfigMap")).get()).isNull();
    }

    private HasMetadata object(String kind) {
        return objects().stream()
                .filter(object -> object.getKind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private List<HasMetadata> objects() {
        try (InputStream in = Yaml.open("/policy/depot.yaml")) {
            return admin.load(in).items();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
