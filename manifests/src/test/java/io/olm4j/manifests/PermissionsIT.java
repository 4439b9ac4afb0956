package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewFluent;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks the API server what the service accounts of the installation and the viewers may do, and what not. */
class PermissionsIT {

    private static final String CONTROLLER =
            "system:serviceaccount:olmv1-system:operator-controller-controller-manager";
    private static final String CATALOGD = "system:serviceaccount:olmv1-system:catalogd-controller-manager";

    private final KubernetesClient client = TestCluster.shared().client();

    @BeforeAll
    static void applyManifests() {
        TestCluster.shared().reset();
        Manifests.apply(TestCluster.shared().client());
    }

    @ParameterizedTest(name = "{4}: {0} {2} {3} in {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # verb      | namespace    | group                     | resource                    | allowed
            list        | -            | apiextensions.k8s.io      | customresourcedefinitions   | true
            watch       | shop         | apps                      | deployments                 | true
            get         | shop         | example.com               | cars                        | true
            patch       | -            | olm.operatorframework.io  | clusterextensions           | true
            update      | -            | olm.operatorframework.io  | clusterextensions           | false
            patch       | -            | olm.operatorframework.io  | clusterextensions/status    | true
            update      | -            | olm.operatorframework.io  | clusterextensions/status    | true
            update      | -            | olm.operatorframework.io  | clusterobjectsets/status    | false
            update      | -            | olm.operatorframework.io  | clusterextensions/finalizers | true
            control     | -            | olm.operatorframework.io  | clusterextensions           | true
            control     | -            | olm.operatorframework.io  | clusterobjectsets           | true
            create      | -            | olm.operatorframework.io  | clusterobjectsets           | true
            delete      | -            | olm.operatorframework.io  | clusterobjectsets           | true
            patch       | -            | olm.operatorframework.io  | clusterobjectsets/status    | true
            update      | -            | olm.operatorframework.io  | clusterobjectsets           | false
            update      | -            | olm.operatorframework.io  | clusterobjectsets/finalizers | false
            list        | -            | olm.operatorframework.io  | clustercatalogs             | true
            control     | -            | olm.operatorframework.io  | clustercatalogs             | false
            create      | shop         | -                         | serviceaccounts/token       | true
            watch       | shop         | -                         | serviceaccounts             | true
            watch       | shop         | -                         | secrets                     | true
            create      | -            | authorization.k8s.io      | subjectaccessreviews        | true
            create      | -            | authentication.k8s.io     | tokenreviews                | true
            create      | default      | events.k8s.io             | events                      | true
            patch       | default      | events.k8s.io             | events                      | false
            create      | default      | -                         | events                      | false
            watch       | -            | config.openshift.io       | clusterversions             | true
            create      | -            | config.openshift.io       | clusteroperators            | true
            update      | -            | config.openshift.io       | clusteroperators            | false
            update      | -            | config.openshift.io       | clusteroperators/status     | false
            create      | olmv1-system | -                         | secrets                     | true
            delete      | olmv1-system | -                         | secrets                     | true
            patch       | olmv1-system | -                         | secrets                     | true
            update      | olmv1-system | -                         | secrets                     | false
            create      | olmv1-system | coordination.k8s.io       | leases                      | true
            update      | olmv1-system | coordination.k8s.io       | leases                      | false
            create      | shop         | -                         | secrets                     | false
            delete      | shop         | -                         | secrets                     | false
            update      | shop         | coordination.k8s.io       | leases                      | false
            create      | shop         | apps                      | deployments                 | false
            patch       | shop         | apps                      | deployments                 | false
            delete      | shop         | apps                      | deployments                 | false
            create      | -            | apiextensions.k8s.io      | customresourcedefinitions   | false
            create      | -            | rbac.authorization.k8s.io | clusterrolebindings         | false
            bind        | -            | rbac.authorization.k8s.io | clusterroles                | false
            escalate    | -            | rbac.authorization.k8s.io | clusterroles                | false
            impersonate | shop         | -                         | serviceaccounts             | false
            create      | -            | olm.operatorframework.io  | clusterextensions           | false
            delete      | -            | olm.operatorframework.io  | clusterextensions           | false
            update      | -            | olm.operatorframework.io  | clustercatalogs             | false
            """)
    void shouldLetTheControllerDoItsWorkAndNoMore(
            String verb, @Nullable String namespace, @Nullable String group, String resource, boolean allowed) {
        awaitAnswer(CONTROLLER, verb, namespace, group, resource, allowed);
    }

    /** The verb get on everything includes proxies and the containers of Pods. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/default/services/https:kubernetes:443/proxy/x",
                "/api/v1/nodes/worker/proxy/pods",
                "/api/v1/namespaces/default/pods/web/proxy/x",
            })
    void shouldRefuseConnectionsOfTheController(String path) {
        KubernetesClient controller = AliceAndBob.controller();

        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> controller.raw(path))
                        .isInstanceOf(KubernetesClientException.class)
                        .hasMessageContaining("may not connect to"));
    }

    @ParameterizedTest(name = "{4}: {0} {2} {3} in {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # verb      | namespace    | group                     | resource                    | allowed
            watch       | -            | olm.operatorframework.io  | clustercatalogs             | true
            control     | -            | olm.operatorframework.io  | clustercatalogs             | true
            patch       | -            | olm.operatorframework.io  | clustercatalogs             | true
            update      | -            | olm.operatorframework.io  | clustercatalogs/status      | true
            update      | -            | olm.operatorframework.io  | clustercatalogs             | false
            update      | -            | olm.operatorframework.io  | clustercatalogs/finalizers  | false
            list        | olmv1-system | -                         | secrets                     | false
            get         | olmv1-system | -                         | secrets                     | false
            watch       | olmv1-system | -                         | serviceaccounts             | false
            create      | default      | events.k8s.io             | events                      | true
            patch       | default      | events.k8s.io             | events                      | false
            create      | default      | -                         | events                      | false
            create      | olmv1-system | coordination.k8s.io       | leases                      | true
            get         | olmv1-system | coordination.k8s.io       | leases                      | false
            update      | olmv1-system | coordination.k8s.io       | leases                      | false
            create      | shop         | coordination.k8s.io       | leases                      | false
            create      | -            | authentication.k8s.io     | tokenreviews                | true
            create      | -            | authorization.k8s.io      | subjectaccessreviews        | true
            create      | -            | olm.operatorframework.io  | clustercatalogs             | false
            delete      | -            | olm.operatorframework.io  | clustercatalogs             | false
            list        | -            | olm.operatorframework.io  | clusterextensions           | false
            control     | -            | olm.operatorframework.io  | clusterobjectsets           | false
            create      | olmv1-system | -                         | secrets                     | false
            get         | shop         | -                         | secrets                     | false
            watch       | shop         | -                         | serviceaccounts             | false
            create      | olmv1-system | -                         | serviceaccounts/token       | false
            list        | -            | config.openshift.io       | clusterversions             | false
            update      | -            | config.openshift.io       | clusterversions             | false
            """)
    void shouldLetCatalogdDoItsWorkAndNoMore(
            String verb, @Nullable String namespace, @Nullable String group, String resource, boolean allowed) {
        awaitAnswer(CATALOGD, verb, namespace, group, resource, allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "get, version, true",
        "list, version, true",
        "watch, version, true",
        "get, other, false",
        "update, version, false",
        "patch, version, false"
    })
    void shouldLetCatalogdReadTheVersionOfAnOpenShiftClusterAndNoMore(String verb, String name, boolean allowed) {
        var version = new ResourceAttributesBuilder()
                .withGroup("config.openshift.io")
                .withResource("clusterversions")
                .withName(name);
        awaitAnswer(CATALOGD, verb, version, allowed);
    }

    @ParameterizedTest
    @CsvSource({
        CONTROLLER + ", 9c4404e7.operatorframework.io, true",
        CONTROLLER + ", catalogd-operator-lock, false",
        CATALOGD + ", catalogd-operator-lock, true",
        CATALOGD + ", 9c4404e7.operatorframework.io, false",
    })
    void shouldLetEachHoldItsOwnLeaseOnly(String user, String lease, boolean allowed) {
        // The controller may read every object.
        List<String> own = allowed ? List.of("get", "watch", "update") : List.of();
        List<String> none = allowed ? List.of("patch", "delete") : List.of("update", "patch", "delete");
        var attributes = new ResourceAttributesBuilder()
                .withNamespace("olmv1-system")
                .withGroup("coordination.k8s.io")
                .withResource("leases")
                .withName(lease);
        own.forEach(verb -> awaitAnswer(user, verb, attributes, true));
        none.forEach(verb -> awaitAnswer(user, verb, attributes, false));
    }

    private void awaitAnswer(String user, String verb, ResourceAttributesBuilder attributes, boolean allowed) {
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(
                        () -> assertThat(mayDo(user, verb, attributes)).as(verb).isEqualTo(allowed));
    }

    /** As catalogd does it: a list and a watch of one name are requests for that object to the authorizer. */
    @Test
    void shouldLetCatalogdReadItsPullSecretsAndNoRevision() {
        // given
        secret("catalogd-pull-secret");
        secret("greeter-1-0123456789");
        KubernetesClient catalogd =
                TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", "catalogd-controller-manager");

        // then
        await().atMost(Duration.ofMinutes(2))
                .ignoreException(KubernetesClientException.class)
                .untilAsserted(
                        () -> assertThat(list(catalogd, "catalogd-pull-secret")).hasSize(1));
        assertThat(list(catalogd, "pull-secret")).isEmpty();
        assertThatThrownBy(() -> list(catalogd, "greeter-1-0123456789")).hasMessageContaining("cannot list resource");
        assertThatThrownBy(() -> secrets(catalogd).list()).hasMessageContaining("cannot list resource");
        assertThatThrownBy(
                        () -> secrets(catalogd).withName("greeter-1-0123456789").get())
                .hasMessageContaining("cannot get resource");
        assertThat(catalogd.serviceAccounts()
                        .inNamespace("olmv1-system")
                        .withField("metadata.name", "catalogd-controller-manager")
                        .list()
                        .getItems())
                .hasSize(1);
    }

    private void secret(String name) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("olmv1-system")
                .endMetadata()
                .build();
        client.resource(secret).serverSideApply();
    }

    private static List<Secret> list(KubernetesClient user, String name) {
        return secrets(user).withField("metadata.name", name).list().getItems();
    }

    private static NonNamespaceOperation<Secret, SecretList, Resource<Secret>> secrets(KubernetesClient user) {
        return user.secrets().inNamespace("olmv1-system");
    }

    @ParameterizedTest
    @CsvSource({
        "operator-controller-clusterextension-viewer-role, clusterextensions",
        "operator-controller-clusterobjectset-viewer-role, clusterobjectsets",
        "catalogd-clustercatalog-viewer-role, clustercatalogs"
    })
    void shouldLetAViewerLookButNotTouch(String role, String resource) {
        // given
        String viewer = "viewer-of-" + resource;

        // when
        bind(role, viewer);

        // then
        String group = "olm.operatorframework.io";
        for (String verb : new String[] {"get", "list", "watch"}) {
            awaitAnswer(viewer, verb, null, group, resource, true);
        }
        for (String verb : new String[] {"create", "update", "patch", "delete"}) {
            assertThat(mayDo(viewer, verb, null, group, resource)).as(verb).isFalse();
        }
        assertThat(mayDo(viewer, "get", null, group, resource + "/status")).isTrue();
        assertThat(mayDo(viewer, "update", null, group, resource + "/status")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "operator-controller-clusterextension-editor-role, clusterextensions, clustercatalogs",
        "catalogd-clustercatalog-editor-role, clustercatalogs, clusterextensions"
    })
    void shouldLetAnEditorEditOneKindButNoStatus(String role, String resource, String otherResource) {
        // given
        String editor = "editor-of-" + resource;

        // when
        bind(role, editor);

        // then
        String group = "olm.operatorframework.io";
        for (String verb : new String[] {"get", "list", "watch", "create", "update", "patch", "delete"}) {
            awaitAnswer(editor, verb, null, group, resource, true);
            assertThat(mayDo(editor, verb, null, group, otherResource)).as(verb).isFalse();
        }
        assertThat(mayDo(editor, "get", null, group, resource + "/status")).isTrue();
        assertThat(mayDo(editor, "update", null, group, resource + "/status")).isFalse();
        assertThat(mayDo(editor, "control", null, group, resource)).isFalse();
    }

    /** The controller manager adds to view what the labels of other roles say. */
    @Test
    void shouldLetAViewerOfTheClusterSeeExtensionsAndCatalogs() {
        bind("view", "vera");

        String group = "olm.operatorframework.io";
        awaitAnswer("vera", "list", null, group, "clusterextensions", true);
        awaitAnswer("vera", "watch", null, group, "clustercatalogs", true);
        assertThat(mayDo("vera", "list", null, group, "clusterobjectsets")).isFalse();
        assertThat(mayDo("vera", "update", null, group, "clusterextensions")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"operator-controller-metrics-reader", "catalogd-metrics-reader"})
    void shouldLetAReaderReadMetricsAndNothingElse(String role) {
        // when
        bind(role, role + "-user");

        // then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(mayDo(review(role + "-user")
                                .withNewNonResourceAttributes("/metrics", "get")
                                .endSpec()
                                .build()))
                        .isTrue());
        assertThat(mayDo(role + "-user", "list", null, "olm.operatorframework.io", "clusterextensions"))
                .isFalse();
    }

    private void bind(String role, String user) {
        ClusterRoleBinding binding = new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(user)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                .build();
        client.resource(binding).createOr(existing -> existing.update());
    }

    /** The API server heeds roles and bindings a moment after they were stored. */
    private void awaitAnswer(
            String user,
            String verb,
            @Nullable String namespace,
            @Nullable String group,
            String resource,
            boolean allowed) {
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(mayDo(user, verb, namespace, group, resource))
                        .as("%s %s", verb, resource)
                        .isEqualTo(allowed));
    }

    private boolean mayDo(
            String user, String verb, @Nullable String namespace, @Nullable String group, String resource) {
        String[] parts = resource.split("/", 2);
        return mayDo(
                user,
                verb,
                new ResourceAttributesBuilder()
                        .withNamespace(namespace)
                        .withGroup(group)
                        .withResource(parts[0])
                        .withSubresource(parts.length > 1 ? parts[1] : null));
    }

    private boolean mayDo(String user, String verb, ResourceAttributesBuilder resource) {
        return mayDo(review(user)
                .withResourceAttributes(resource.withVerb(verb).build())
                .endSpec()
                .build());
    }

    private static SubjectAccessReviewFluent<SubjectAccessReviewBuilder>.SpecNested<SubjectAccessReviewBuilder> review(
            String user) {
        return new SubjectAccessReviewBuilder().withNewSpec().withUser(user);
    }

    private boolean mayDo(SubjectAccessReview review) {
        return client.authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }
}
