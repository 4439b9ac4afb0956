package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.Kubectl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Extensions that the original installed by Helm before olm4j came to the cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HelmMigrationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());
    private final OlmProcess program = OlmProcess.on(olm);

    @BeforeAll
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
        olm.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: old, namespace: greeter}
                rules:
                  - {apiGroups: [""], resources: [configmaps], resourceNames: [old], verbs: [patch, update, delete]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: old, namespace: greeter}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: old}
                subjects: [{kind: ServiceAccount, name: greeter-installer, namespace: greeter}]
                """);
    }

    @BeforeEach
    void stop() {
        olm.stop();
    }

    @AfterEach
    void uninstall() {
        extensions.delete("greeter");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(InstalledState.of(olm.client(), "greeter"))
                        .isEqualTo(new InstalledState(List.of(), List.of())));
        // The garbage collector deletes them as well, but it pauses while definitions come and go.
        olm.client()
                .secrets()
                .inNamespace("olmv1-system")
                .withLabel("owner", HelmInstallation.OWNER)
                .delete();
    }

    @Test
    void shouldGoOnFromTheInstalledBundleWithoutANewPod() {
        // Given
        olm.apply(samples.clusterExtension());
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        Deployment before = deployment();

        // When
        olm.restart();
        extensions.awaitInstalled("greeter", "1.0.0");
        awaitNoOwnerReference();

        // Then
        Deployment after = deployment();
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.getSpec().getTemplate()).isEqualTo(before.getSpec().getTemplate());
        assertThat(revisions()).singleElement().satisfies(revision -> {
            assertThat(revision.getMetadata().getName()).isEqualTo("greeter-1");
            assertThat(revision.getMetadata().getLabels()).containsEntry(Labels.MIGRATED_FROM_HELM, "true");
        });
    }

    @Test
    void shouldUpgradeAndRemoveWhatOnlyTheReleaseHad() {
        // Given
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 1.1.0"));
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", withMore(rendered()));
        assertThat(containers()).contains("old");

        // When
        olm.restart();
        extensions.awaitInstalled("greeter", "1.1.0");
        awaitNoOwnerReference();
        extensions.awaitArchived("greeter-1");

        // Then
        assertThat(containers()).isNotEmpty().doesNotContain("old");
        assertThat(olm.client()
                        .configMaps()
                        .inNamespace("greeter")
                        .withName("old")
                        .get())
                .isNull();
        assertThat(deployment().getMetadata().getLabels()).doesNotContainKey("old");
    }

    @Test
    void shouldReportWhatIsInstalledWhileTheExtensionNamesNoAccount() {
        // Given
        olm.apply(samples.clusterExtension().replaceAll("  serviceAccount:\n    name: greeter-installer\n", ""));
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());

        // When
        olm.restart();
        extensions.awaitProgressing("greeter", Reasons.BLOCKED, "spec.serviceAccount.name is not set");

        // Then
        assertThat(extensions.installed("greeter"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.0.0"));
        assertThat(deployment().getMetadata().getOwnerReferences()).isNotEmpty();

        // When
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"serviceAccount\":{\"name\":\"greeter-installer\"}}}");

        // Then
        extensions.awaitInstalled("greeter", "1.0.0");
        awaitNoOwnerReference();
    }

    @Test
    void shouldGoOnFromTheVersionOfAReleaseWhoseObjectsCannotBeRead() {
        // Given
        olm.apply(samples.clusterExtension());
        HelmInstallation release =
                HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        olm.client()
                .secrets()
                .inNamespace("olmv1-system")
                .withName(release.furtherSecret(1))
                .delete();
        String uid = deployment().getMetadata().getUid();

        // When
        olm.restart();
        extensions.awaitInstalled("greeter", "1.0.0");
        awaitNoOwnerReference();

        // Then
        assertThat(deployment().getMetadata().getUid()).isEqualTo(uid);
    }

    @Test
    void shouldFollowTheUpgradeEdgesOfTheInstalledBundleWhenTheReleaseIsLost() throws Exception {
        // Given
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 2.0.0"));
        HelmInstallation release =
                HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        olm.client()
                .secrets()
                .inNamespace("olmv1-system")
                .withName(release.indexSecret())
                .delete();

        // When
        olm.restart();

        // Then
        extensions.awaitProgressing(
                "greeter", Reasons.RETRYING, "error upgrading from currently installed version \"1.0.0\"");
        assertThat(extensions.installed("greeter"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.0.0"));

        // Then the command line knows what the garbage collector would delete
        OlmProcess.Result forecast = program.run("extension", "uninstall", "greeter", "--dry-run");
        assertThat(forecast.exitCode()).as("%s", forecast).isZero();
        assertThat(forecast.output()).contains("greetings.greeter.olm4j.io");

        // Then nothing says that the bundle works with the next version of OpenShift
        OlmProcess.Result check = program.run("cluster-upgrade", "check", "--to", "4.20");
        assertThat(check.exitCode()).as("%s", check).isEqualTo(1);
        assertThat(check.output()).contains("its Helm release could not be read");
    }

    @Test
    void shouldNotMigrateAReleaseTwice() {
        // Given
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 1.1.0"));
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        olm.restart();
        extensions.awaitInstalled("greeter", "1.1.0");

        // When its revisions are lost
        deleteRevisions();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(revisions()).isNotEmpty().allSatisfy(revision -> {
                    assertThat(revision.isMarkedForDeletion()).isFalse();
                    assertThat(revision.hasRolledOut()).isTrue();
                }));

        // Then
        assertThat(versions()).containsExactly("1.1.0");

        // When they are lost while no controller runs
        olm.stop();
        extensions.removeRevisionsByForce("greeter");
        olm.restart();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(revisions()).isNotEmpty());
        extensions.awaitInstalled("greeter", "1.1.0");

        // Then
        assertThat(versions()).containsExactly("1.1.0");
    }

    @Test
    void shouldLeaveTheInstalledObjectsAloneWhenAnUpgradeThatCannotBeginIsDeleted() {
        // Given a revision that the account may not apply
        olm.apply(samples.clusterExtension()
                .replace("version: ~1.0", "version: 1.1.0")
                .replace("name: greeter-installer", "name: powerless"));
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        String uid = deployment().getMetadata().getUid();
        olm.restart();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(versions()).contains("1.1.0"));

        // When
        ClusterObjectSet upgrade = olm.client()
                .resources(ClusterObjectSet.class)
                .withName("greeter-2")
                .require();
        olm.client().resource(upgrade).delete();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(revisions())
                        .extracting(set -> set.getMetadata().getUid())
                        .doesNotContain(upgrade.getMetadata().getUid()));

        // Then
        assertThat(deployment().getMetadata().getUid()).isEqualTo(uid);
        assertThat(deployment().getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void shouldKeepWhatIsInstalledWhenTheExtensionIsOrphaned() {
        // Given
        olm.apply(samples.clusterExtension());
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        olm.restart();
        extensions.awaitInstalled("greeter", "1.0.0");
        awaitNoOwnerReference();
        String uid = deployment().getMetadata().getUid();

        // When
        Kubectl.Result orphaned =
                olm.cluster().kubectl().run("delete", "clusterextension", "greeter", "--cascade=orphan");

        // Then
        assertThat(orphaned.exitCode()).as(orphaned.output()).isZero();
        assertThat(deployment().getMetadata().getUid()).isEqualTo(uid);

        // When
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");

        // Then
        assertThat(deployment().getMetadata().getUid()).isEqualTo(uid);
    }

    @Test
    void shouldNotDeleteDefinitionsThatThePolicyKeepsOfAnExtensionThatIsDeletedFirst() {
        // Given
        olm.apply(samples.clusterExtension());
        HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        extensions.annotate("greeter", Annotations.DELETION_POLICY, "KeepDefinitions");
        olm.client().resources(ClusterExtension.class).withName("greeter").delete();

        // When
        olm.restart();

        // Then
        extensions.awaitProgressing(
                "greeter",
                Reasons.IN_USE,
                "CustomResourceDefinitions of which the original OLM v1 made the extension the owner",
                "remove their owner reference");
        extensions.annotate("greeter", Annotations.DELETION_POLICY, "Delete");
    }

    @Test
    void shouldFinishAMigrationThatACrashInterrupted() {
        // Given
        olm.apply(samples.clusterExtension().replaceAll("  serviceAccount:\n    name: greeter-installer\n", ""));
        HelmInstallation release =
                HelmInstallation.make(olm.client(), "greeter", "greeter-operator.v1.0.0", "1.0.0", rendered());
        olm.restart();
        extensions.awaitProgressing("greeter", Reasons.BLOCKED, "spec.serviceAccount.name is not set");
        olm.stop();
        olm.client()
                .resources(ClusterObjectSet.class)
                .withName("greeter-1")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"conditions\":[]}}");
        olm.client()
                .secrets()
                .inNamespace("olmv1-system")
                .withName(release.indexSecret())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":null}}}".formatted(Annotations.MIGRATED_TO));

        // When
        olm.restart();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(revisions()).singleElement().satisfies(revision -> {
                    assertThat(revision.hasRolledOut()).isTrue();
                    assertThat(Conditions.find(revision.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING))
                            .isPresent();
                }));
        assertThat(extensions.installed("greeter"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.0.0"));
    }

    private static List<ObjectNode> rendered() {
        var options = new RenderOptions("greeter", Optional.empty(), CertificateProvider.CERT_MANAGER);
        Path bundle = Path.of("..", "manifests", "samples", "greeter", "bundles", "1.0.0");
        if (BundleReader.read(bundle) instanceof BundleReading.Read(var read)
                && Renderer.render(read, options) instanceof RenderResult.Rendered(var objects)) {
            return objects;
        }
        throw new AssertionError(bundle + " does not render");
    }

    /** Adds a ConfigMap, and to the Deployment a container and a label. */
    private static List<ObjectNode> withMore(List<ObjectNode> objects) {
        List<ObjectNode> more = new ArrayList<>();
        for (ObjectNode object : objects) {
            more.add(object);
            if (object.path("kind").asText().equals("Deployment")) {
                object.withObject("/metadata/labels").put("old", "label");
                object.withArray("/spec/template/spec/containers")
                        .addObject()
                        .put("name", "old")
                        .put("image", "registry.example.com/old:1");
            }
        }
        ObjectNode configMap = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        configMap.putObject("metadata").put("namespace", "greeter").put("name", "old");
        more.add(configMap);
        return more;
    }

    private void deleteRevisions() {
        olm.client()
                .resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, "greeter")
                .delete();
    }

    private List<String> versions() {
        return revisions().stream()
                .map(set -> Annotations.text(set, Annotations.BUNDLE_VERSION))
                .toList();
    }

    private List<ClusterObjectSet> revisions() {
        return extensions.revisions("greeter");
    }

    private Deployment deployment() {
        return extensions.deployments("greeter").getFirst();
    }

    private List<String> containers() {
        return deployment().getSpec().getTemplate().getSpec().getContainers().stream()
                .map(Container::getName)
                .toList();
    }

    private void awaitNoOwnerReference() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(deployment().getMetadata().getOwnerReferences())
                        .noneMatch(owner -> owner.getKind().equals(ClusterExtension.KIND)));
    }
}
