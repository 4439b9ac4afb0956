package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.testsupport.Rights;
import io.olm4j.testsupport.SmallBundles;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What tests do with ClusterExtensions, and what they wait for. */
final class Extensions {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final KubernetesClient client;

    Extensions(KubernetesClient client) {
        this.client = client;
    }

    /** Creates a namespace, and in it the service account {@code installer} with all rights; waits until they count. */
    void createInstaller(String namespace) {
        var _ = Installation.apply(client, SmallBundles.installer(namespace));
        Rights.await(client, Rights.account(namespace, "installer"), Rights.all());
    }

    /** Sets an annotation of an extension. */
    void annotate(String name, String key, String value) {
        client.resources(ClusterExtension.class)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"" + key + "\":\"" + value + "\"}}}");
    }

    /** Changes the spec by a JSON merge patch. */
    void patchCatalogFilter(String name, String mergePatch) {
        client.resources(ClusterExtension.class)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"source\":{\"catalog\":" + mergePatch + "}}}");
    }

    /** Switches the check of CustomResourceDefinitions off. */
    void allowUnsafeCrdUpgrades(String name) {
        enforceCrdUpgradeSafety(name, "None");
    }

    /** Sets how the check of CustomResourceDefinitions is enforced. */
    void enforceCrdUpgradeSafety(String name, String enforcement) {
        client.resources(ClusterExtension.class)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"install\":{\"preflight\":{\"crdUpgradeSafety\":{\"enforcement\":\"" + enforcement
                                + "\"}}}}}");
    }

    /** Waits until this version is installed and ready, and nothing is on its way. */
    void awaitInstalled(String name, String version) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            ClusterExtensionStatus status = status(name);
            assertThat(status.install())
                    .as("%s wanted in version %s: %s", name, version, status.conditions())
                    .satisfies(install -> assertThat(install)
                            .extracting(i -> i.bundle().version())
                            .isEqualTo(version));
            assertThat(condition(status, ConditionTypes.INSTALLED))
                    .hasValueSatisfying(c -> assertThat(c.isTrue()).isTrue());
            assertThat(condition(status, ConditionTypes.PROGRESSING))
                    .hasValueSatisfying(c -> assertThat(c.reason()).as("%s", c).isEqualTo("Succeeded"));
            assertThat(condition(status, ConditionTypes.AVAILABLE))
                    .hasValueSatisfying(c -> assertThat(c.isTrue()).as("%s", c).isTrue());
            assertThat(status.activeRevisions()).hasSize(1);
        });
    }

    /** Waits until nothing is left to do for an older revision. */
    void awaitArchived(String revision) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.resources(ClusterObjectSet.class)
                                .withName(revision)
                                .require()
                                .statusOrEmpty()
                                .conditions())
                        .extracting(Condition::reason)
                        .contains(Reasons.ARCHIVED));
    }

    /** Removes the revisions of an extension by force, so that no controller deletes their objects. */
    void removeRevisionsByForce(String name) {
        client.resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, name)
                .delete();
        revisions(name)
                .forEach(set -> client.resource(set)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(revisions(name)).isEmpty());
    }

    /** The revisions of an extension, in no order. */
    List<ClusterObjectSet> revisions(String name) {
        return client.resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, name)
                .list()
                .getItems();
    }

    /** Waits until Progressing has this reason and a message with all these parts; returns the message. */
    String awaitProgressing(String name, String reason, String... parts) {
        var message = new AtomicReference<>("");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition(status(name), ConditionTypes.PROGRESSING))
                        .hasValueSatisfying(c -> {
                            assertThat(c.reason()).as("%s", c).isEqualTo(reason);
                            assertThat(c.message()).contains(parts);
                            message.set(c.message());
                        }));
        return Objects.requireNonNull(message.get());
    }

    /** Waits until Progressing is of the spec as it is now, and has this reason and a message with all these parts. */
    void awaitProgressingOfThisGeneration(String name, String reason, String... parts) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            ClusterExtension extension =
                    client.resources(ClusterExtension.class).withName(name).require();
            assertThat(condition(extension.statusOrEmpty(), ConditionTypes.PROGRESSING))
                    .hasValueSatisfying(c -> {
                        assertThat(c.observedGeneration())
                                .isEqualTo(extension.getMetadata().getGeneration());
                        assertThat(c.reason()).as("%s", c).isEqualTo(reason);
                        assertThat(c.message()).contains(parts);
                    });
        });
    }

    /** The status, empty where there is none yet. */
    ClusterExtensionStatus status(String name) {
        return Optional.ofNullable(
                        client.resources(ClusterExtension.class).withName(name).get())
                .map(ClusterExtension::getStatus)
                .orElse(ClusterExtensionStatus.EMPTY);
    }

    /** The bundle that is installed. */
    Optional<BundleMetadata> installed(String name) {
        return Optional.ofNullable(status(name).install()).map(ClusterExtensionStatus.Install::bundle);
    }

    static Optional<Condition> condition(ClusterExtensionStatus status, String type) {
        return Conditions.find(status.conditions(), type);
    }

    /** The Deployments that belong to an extension. */
    List<Deployment> deployments(String name) {
        return client.apps()
                .deployments()
                .inAnyNamespace()
                .withLabel(Labels.OWNER_NAME, name)
                .list()
                .getItems();
    }

    /** Asserts that every Deployment of an extension is available, and that there is one. */
    void assertDeploymentsAvailable(String name) {
        assertThat(deployments(name))
                .isNotEmpty()
                .allSatisfy(deployment -> assertThat(deployment.getStatus().getConditions())
                        .anySatisfy(c -> {
                            assertThat(c.getType()).isEqualTo("Available");
                            assertThat(c.getStatus()).isEqualTo("True");
                        }));
    }

    /** Deletes an extension and waits until it is gone. */
    void delete(String name) {
        client.resources(ClusterExtension.class).withName(name).delete();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.resources(ClusterExtension.class)
                                .withName(name)
                                .get())
                        .isNull());
    }
}
