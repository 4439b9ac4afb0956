package io.olm4j.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.Kubectl;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that {@link TestCluster} forgets what tests did. */
class ClusterResetIT {

    /** Some of everything that makes a deletion hard: workloads, finalizers, a webhook and a policy that refuse all. */
    private static final String MANIFEST = """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: full
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
              namespace: full
            spec:
              replicas: 5
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: example.com/web:1}]}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
              namespace: default
            spec:
              replicas: 5
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: example.com/web:1}]}
            ---
            apiVersion: v1
            kind: Service
            metadata:
              name: web
              namespace: full
            spec:
              selector: {app: web}
              ports: [{port: 80}]
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: held
              namespace: full
              finalizers: [example.com/nobody]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: added
            rules: []
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata:
              name: added
              namespace: kube-system
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: added}
            ---
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata:
              name: added
            value: 7
            ---
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: widgets.example.com
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: Widget, plural: widgets}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object}}
            """;

    private static final String WIDGETS = """
            apiVersion: example.com/v1
            kind: Widget
            metadata:
              name: held
              namespace: full
              finalizers: [example.com/nobody]
            ---
            apiVersion: example.com/v1
            kind: Widget
            metadata:
              name: free
              namespace: default
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata:
              name: refuses-all
            webhooks:
              - name: refuses-all.example.com
                admissionReviewVersions: [v1]
                sideEffects: None
                clientConfig: {url: "https://127.0.0.1:1/"}
                rules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["configmaps", "pods", "widgets"]}]
            """;

    private final TestCluster testCluster = TestCluster.shared();
    private final KubernetesClient client = testCluster.client();

    @BeforeEach
    void reset() {
        testCluster.reset();
    }

    @Test
    void shouldLeaveNothingWhenTestsMadeObjectsOfManyKinds() {
        // Given
        List<ObjectKey> before = objects(key -> true);
        makeObjects();

        // When
        testCluster.reset();

        // Then
        assertThat(objects(key -> true)).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void shouldKeepDefinitionButNotItsObjectsWhenItIsNamed() {
        // Given
        makeObjects();

        // When
        testCluster.reset("widgets.example.com");

        // Then
        assertThat(objects(key -> key.kind().equals("CustomResourceDefinition")))
                .extracting(ObjectKey::name)
                .containsExactly("widgets.example.com");
        assertThat(objects(key -> key.kind().equals("Widget"))).isEmpty();
    }

    /** What is there, but for what the control plane itself writes at any time. */
    private List<ObjectKey> objects(Predicate<ObjectKey> wanted) {
        return ResourceKind.served(client).stream()
                .flatMap(kind -> kind.list(client).stream()
                        .filter(object -> !isVolatile(object))
                        .map(object -> ObjectKey.of(kind, object)))
                .filter(wanted)
                .toList();
    }

    private static boolean isVolatile(GenericKubernetesResource object) {
        return List.of("Event", "Lease").contains(object.getKind());
    }

    private void makeObjects() {
        kubectl(MANIFEST, "apply", "-f", "-");
        kubectl("", "wait", "--for=condition=Established", "crd/widgets.example.com", "--timeout=60s");
        kubectl(WIDGETS, "apply", "-f", "-");
    }

    private void kubectl(String input, String... arguments) {
        Kubectl.Result result = testCluster.cluster().kubectl().runWithInput(input, arguments);
        assertThat(result.exitCode()).as(result.output()).isZero();
    }
}
