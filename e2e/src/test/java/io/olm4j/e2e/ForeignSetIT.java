package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.RevisionOwner;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Sets that others made, and that look like revisions of an extension. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignSetIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @BeforeAll
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
    }

    @BeforeEach
    void account() {
        olm.apply(samples.installer());
    }

    @AfterEach
    void clean() {
        extensions.delete("greeter");
        olm.client().resources(ClusterObjectSet.class).delete();
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                        .resources(ClusterObjectSet.class)
                        .list()
                        .getItems()
                        .isEmpty());
    }

    /** A set of one ConfigMap, with the label of the extension, written as an account that may do it. */
    private static String set(String name, long revision, String account) {
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterObjectSet
                metadata:
                  name: %s
                  labels: {olm.operatorframework.io/owner-name: greeter, olm.operatorframework.io/owner-kind: ClusterExtension}
                  annotations:
                    olm.operatorframework.io/service-account-namespace: greeter
                    olm.operatorframework.io/service-account-name: %s
                    olm.operatorframework.io/bundle-name: greeter-operator.v9.9.9
                    olm.operatorframework.io/bundle-version: 9.9.9
                    olm.operatorframework.io/package-name: greeter-operator
                spec:
                  lifecycleState: Active
                  revision: %d
                  collisionProtection: Prevent
                  phases:
                    - name: deploy
                      objects:
                        - object: {apiVersion: v1, kind: ConfigMap, metadata: {name: foreign, namespace: greeter}, data: {a: b}}
                """.formatted(name, account, revision);
    }

    private static String tom() {
        return """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: tom, namespace: greeter}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: tom, namespace: greeter}
                rules: [{apiGroups: [""], resources: [configmaps], verbs: ["*"]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: tom, namespace: greeter}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tom}
                subjects: [{kind: ServiceAccount, name: tom, namespace: greeter}]
                """;
    }

    private ClusterObjectSet get(String name) {
        return olm.client().resources(ClusterObjectSet.class).withName(name).get();
    }

    @Test
    void shouldIgnoreASetThatOnlyClaimsToBeANewerRevision() {
        // Given
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
        olm.apply(tom());
        InstalledState before = InstalledState.of(olm.client(), "greeter");

        // When a set claims to be revision 99, and has rolled out
        olm.apply(set("greeter-99", 99, "tom"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(get("greeter-99").getStatus())
                        .isNotNull()
                        .satisfies(status -> assertThat(status.conditions())
                                .anySatisfy(c -> assertThat(c.type()).isEqualTo("Succeeded"))));

        // Then the extension names it, and nothing else changes
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.FOREIGN_REVISIONS))
                        .hasValueSatisfying(c -> {
                            assertThat(c.isTrue()).isTrue();
                            assertThat(c.message()).contains("greeter-99").contains("They are ignored");
                        }));
        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(InstalledState.of(olm.client(), "greeter").objects()).isEqualTo(before.objects());
        assertThat(get("greeter-1").getSpec().lifecycleState().toString()).isEqualTo("ACTIVE");

        // When
        olm.client().resources(ClusterObjectSet.class).withName("greeter-99").delete();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.FOREIGN_REVISIONS))
                        .isEmpty());
    }

    @Test
    void shouldForgetASetThatLosesTheLabel() {
        // Given
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
        olm.apply(tom());
        olm.apply(set("greeter-99", 99, "tom"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.FOREIGN_REVISIONS))
                        .isPresent());

        // When
        olm.client()
                .resources(ClusterObjectSet.class)
                .withName("greeter-99")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":null}}");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.FOREIGN_REVISIONS))
                        .isEmpty());
    }

    @Test
    void shouldNotAdoptASetThatHasTheNameOfTheFirstRevision() {
        // Given a set of a stranger, even one that is written as the account of the extension
        olm.apply(set("greeter-1", 1, "greeter-installer"));

        // When
        olm.apply(samples.clusterExtension());

        // Then
        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(RevisionOwner.of(get("greeter-1"))).isEmpty();
        assertThat(get("greeter-1").getSpec().lifecycleState().toString()).isEqualTo("ACTIVE");
        assertThat(RevisionOwner.of(get("greeter-2"))).isPresent();
        assertThat(get("greeter-2").getSpec().revision()).isEqualTo(2);
    }

    @Test
    void shouldTakeTheNextFreeNumberWhenASetHasTheNameOfTheNextRevision() {
        // Given
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
        olm.apply(tom());
        olm.apply(set("greeter-2", 2147483647, "tom").replaceAll("(?m)^  labels: .*\n", ""));

        // When
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.x\"}");

        // Then
        extensions.awaitInstalled("greeter", "1.2.0");
        assertThat(RevisionOwner.of(get("greeter-2"))).isEmpty();
        assertThat(RevisionOwner.of(get("greeter-3"))).isPresent();
        assertThat(olm.client()
                        .configMaps()
                        .inNamespace("greeter")
                        .withName("foreign")
                        .get())
                .isNotNull();
    }
}
