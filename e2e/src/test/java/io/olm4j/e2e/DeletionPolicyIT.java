package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.testsupport.Objects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deletes extensions whose CustomResourceDefinitions have custom resources. */
class DeletionPolicyIT {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String POLICY = "olm4j.io/deletion-policy";

    private static final OlmCluster olm = OlmCluster.empty();
    private static final Extensions extensions = new Extensions(olm.client());

    @BeforeAll
    static void addCatalog() throws Exception {
        var bundles = new DependencyBundles(olm);
        for (String name : new String[] {"mail", "post", "note", "memo", "fax", "wire", "line", "telex", "cable"}) {
            bundles.addPackage(name, "1.0.0", "1.1.0");
            bundles.addBundle(name, "1.0.0", "", kind(name), "");
            bundles.addBundle(name, "1.1.0", "", "", "");
        }
        bundles.addPackage("rival", "1.0.0");
        bundles.addBundle("rival", "1.0.0", "", kind("cable"), "");
        olm.applyCatalog("policies", bundles.catalog());
        extensions.createInstaller("deletion");
        awaitGarbageCollector();
    }

    /**
     * Waits until the garbage collector watches extensions and their sets, which takes up to half a minute after their
     * kinds were created. An extension that is deleted in the foreground before keeps its sets.
     */
    private static void awaitGarbageCollector() {
        apply("canary", "none", "Delete");
        deleteInForeground(ClusterExtension.class, "canary");
        awaitGone("canary");
    }

    @Test
    void shouldWaitWhileCustomResourcesExistAndHealTheOperatorMeanwhile() {
        // Given
        install("mail", "mail", "RefuseWhileInUse");
        Resource<GenericKubernetesResource> custom = custom("mail");

        // When
        olm.client().resources(ClusterExtension.class).withName("mail").delete();

        // Then
        extensions.awaitProgressing(
                "mail", "InUse", "mailkinds.deps.example.com (1 custom resource exists); delete them, or set");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(events("mail"))
                        .anySatisfy(note -> assertThat(note).contains("1 custom resource exists")));
        assertThat(olm.client()
                        .resources(ClusterObjectSet.class)
                        .withName("mail-1")
                        .get())
                .satisfies(set -> assertThat(set.isMarkedForDeletion()).isFalse());
        assertThat(extensions.status("mail")).satisfies(status -> {
            assertThat(Extensions.condition(status, "Installed").orElseThrow().isTrue())
                    .isTrue();
            assertThat(Extensions.condition(status, "Available").orElseThrow().isTrue())
                    .isTrue();
            assertThat(status.install()).isNotNull();
        });
        olm.client()
                .configMaps()
                .inNamespace("deletion")
                .withName("mail-settings")
                .delete();
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                                .configMaps()
                                .inNamespace("deletion")
                                .withName("mail-settings")
                                .get()
                        != null);

        // When
        custom.delete();

        // Then
        awaitGone("mail");
        assertThat(definition("mail").get()).isNull();
    }

    @Test
    void shouldKeepDefinitionsInAForegroundDeletionAndAdoptThemForTheSamePackage() {
        // Given
        install("post", "post", "RefuseWhileInUse");
        Resource<GenericKubernetesResource> custom = custom("post");

        // When
        deleteInForeground(ClusterExtension.class, "post");
        extensions.awaitProgressing("post", "InUse", "1 custom resource exists");
        // The garbage collector does so too, unless it saw the deletion of the owner before the revision.
        deleteInForeground(ClusterObjectSet.class, "post-1");
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                        .resources(ClusterObjectSet.class)
                        .withName("post-1")
                        .get()
                        .statusOrEmpty()
                        .conditions()
                        .toString()
                        .contains("1 custom resource exists"));
        extensions.annotate("post", POLICY, "KeepDefinitions");

        // Then
        awaitGone("post");
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
        assertThat(definition("post").require().getMetadata().getOwnerReferences())
                .isEmpty();
        assertThat(olm.client()
                        .configMaps()
                        .inNamespace("deletion")
                        .withName("post-settings")
                        .get())
                .isNull();

        // When
        install("post-again", "post", "Delete");

        // Then
        assertThat(definition("post").require().getMetadata().getLabels())
                .containsEntry("olm.operatorframework.io/owner-name", "post-again");
        extensions.delete("post-again");
        assertThat(definition("post").get()).isNull();
    }

    @Test
    void shouldNotAdoptADefinitionThatAnExtensionOfTheSameNameLeftOfAnotherPackage() {
        // Given
        install("cable", "cable", "KeepDefinitions");
        Resource<GenericKubernetesResource> custom = custom("cable");
        extensions.delete("cable");
        assertThat(definition("cable").get()).isNotNull();

        // When
        apply("cable", "rival", "Delete");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(extensions.status("cable").activeRevisions())
                        .singleElement()
                        .satisfies(revision -> assertThat(revision.conditions())
                                .anySatisfy(condition -> assertThat(condition.message())
                                        .contains("revision object collisions", "cablekinds.deps.example.com"))));
        extensions.delete("cable");
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void shouldNotWaitForCustomResourcesWhoseDefinitionIsBeingDeleted() {
        // Given
        install("telex", "telex", "RefuseWhileInUse");
        Resource<GenericKubernetesResource> custom = custom("telex");
        custom.edit(resource -> {
            resource.getMetadata().setFinalizers(List.of("example.com/finish"));
            return resource;
        });
        olm.client().resources(ClusterExtension.class).withName("telex").delete();
        extensions.awaitProgressing("telex", "InUse", "1 custom resource exists");

        // When
        definition("telex").delete();

        // Then
        extensions.awaitProgressing("telex", "Deleting", "telexkinds.deps.example.com");
        Objects.finish(custom);
        awaitGone("telex");
    }

    @Test
    void shouldKeepADefinitionInUseThatTheNextBundleLacks() {
        // Given
        install("note", "note", "RefuseWhileInUse");
        Resource<GenericKubernetesResource> custom = custom("note");

        // When
        extensions.patchCatalogFilter("note", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("note", "1.1.0");
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                        .resources(ClusterObjectSet.class)
                        .withName("note-1")
                        .get()
                        .statusOrEmpty()
                        .conditions()
                        .toString()
                        .contains("Archived"));

        // Then
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void shouldWaitUntilThePolicyIsKnown() {
        // Given
        install("memo", "memo", "Kep");

        // When
        olm.client().resources(ClusterExtension.class).withName("memo").delete();

        // Then
        extensions.awaitProgressing("memo", "InUse", "has the unknown value \"Kep\"");
        extensions.annotate("memo", POLICY, "Delete");
        awaitGone("memo");
        assertThat(definition("memo").get()).isNull();
    }

    @Test
    void shouldKeepDefinitionsWhenSomebodyRemovesTheFinalizerOfTheExtension() {
        // Given
        install("fax", "fax", "RefuseWhileInUse");
        Resource<GenericKubernetesResource> custom = custom("fax");
        Path image = olm.controllerCache().resolve("unpack/fax");
        assertThat(image).isDirectory();
        olm.client().resources(ClusterExtension.class).withName("fax").delete();
        extensions.awaitProgressing("fax", "InUse", "1 custom resource exists");

        // When
        olm.client().resources(ClusterExtension.class).withName("fax").edit(extension -> {
            extension.getMetadata().setFinalizers(List.of());
            return extension;
        });

        // Then
        awaitGone("fax");
        awaitRevisionGone("fax-1");
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(image).doesNotExist());
    }

    @Test
    void shouldKeepDefinitionsWhenSomebodyDeletesARevisionThatItsExtensionLeft() {
        // Given
        install("wire", "wire", "Delete");
        Resource<GenericKubernetesResource> custom = custom("wire");
        deleteAs(DeletionPropagation.ORPHAN, ClusterExtension.class, "wire");
        awaitGone("wire");

        // When
        olm.client().resources(ClusterObjectSet.class).withName("wire-1").delete();

        // Then
        awaitRevisionGone("wire-1");
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void shouldLeaveTheRevisionsOfAnotherPackageAloneWhenAnExtensionHasTheNameOfADeletedOne() {
        // Given
        install("line", "line", "Delete");
        deleteAs(DeletionPropagation.ORPHAN, ClusterExtension.class, "line");
        awaitGone("line");

        // When an extension of another package gets the name
        apply("line", "mail", "Delete");

        // Then
        extensions.awaitInstalled("line", "1.0.0");
        assertThat(Extensions.condition(extensions.status("line"), "ForeignRevisions")
                        .orElseThrow()
                        .message())
                .contains("line-1")
                .contains("kubectl delete --cascade=orphan");
        assertThat(definition("line").get()).isNotNull();
        extensions.delete("line");
        assertThat(definition("line").get()).isNotNull();
    }

    private static String kind(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "kind";
    }

    private static void install(String name, String packageName, String policy) {
        apply(name, packageName, policy);
        extensions.awaitInstalled(name, "1.0.0");
    }

    private static <T extends HasMetadata> void deleteInForeground(Class<T> type, String name) {
        deleteAs(DeletionPropagation.FOREGROUND, type, name);
    }

    private static <T extends HasMetadata> void deleteAs(DeletionPropagation cascade, Class<T> type, String name) {
        olm.client()
                .resources(type)
                .withName(name)
                .withPropagationPolicy(cascade)
                .delete();
    }

    private static void apply(String name, String packageName, String policy) {
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %s, annotations: {%s: %s}}
                spec:
                  namespace: deletion
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: %s, version: "1.0.0"}}
                """.formatted(name, POLICY, policy, packageName));
    }

    private static Resource<GenericKubernetesResource> custom(String name) {
        olm.apply("""
                apiVersion: deps.example.com/v1
                kind: %s
                metadata: {name: first}
                """.formatted(kind(name)));
        return olm.client()
                .genericKubernetesResources("deps.example.com/v1", kind(name))
                .withName("first");
    }

    private static Resource<CustomResourceDefinition> definition(String name) {
        return olm.client().apiextensions().v1().customResourceDefinitions().withName(name + "kinds.deps.example.com");
    }

    private static void awaitGone(String extension) {
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                                .resources(ClusterExtension.class)
                                .withName(extension)
                                .get()
                        == null);
    }

    private static void awaitRevisionGone(String revision) {
        await().atMost(PATIENCE)
                .until(() -> olm.client()
                                .resources(ClusterObjectSet.class)
                                .withName(revision)
                                .get()
                        == null);
    }

    private static List<String> events(String extension) {
        return olm.client().events().v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getRegarding().getName().equals(extension)
                        && event.getReason().equals("DeletionRefused"))
                .map(event -> event.getNote())
                .toList();
    }
}
