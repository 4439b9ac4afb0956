package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Events of an extension that leaves a bundle and returns to it. */
class ExtensionEventsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @Test
    void shouldRecordEachFactOnceForEachRevision() throws Exception {
        // Given
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("post", "1.0.0", "1.1.0");
        bundles.addBundle("post", "1.0.0", "", "", "");
        bundles.addBundle("post", "1.1.0", "", "", "");
        olm.applyCatalog("posts", bundles.catalog());
        extensions.createInstaller("post");

        // When
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: post}
                spec:
                  namespace: post
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: post, version: "1.0.0"}}
                """);
        extensions.awaitInstalled("post", "1.0.0");
        extensions.patchCatalogFilter("post", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("post", "1.1.0");
        extensions.patchCatalogFilter("post", "{\"version\":\"1.0.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");
        extensions.awaitInstalled("post", "1.0.0");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(notes())
                        .containsEntry(
                                "RolledOut",
                                List.of(
                                        "bundle post.v1.0.0 with version 1.0.0 is installed by revision post-1",
                                        "bundle post.v1.0.0 with version 1.0.0 is installed by revision post-3",
                                        "bundle post.v1.1.0 with version 1.1.0 is installed by revision post-2"))
                        .hasEntrySatisfying(
                                "UpdateHeldBack", notes -> assertThat(notes).hasSize(2))
                        .hasEntrySatisfying(
                                "UpgradeStarted", notes -> assertThat(notes).hasSize(2))
                        .hasEntrySatisfying(
                                "InstallationStarted",
                                notes -> assertThat(notes).hasSize(1))
                        .hasSize(4));
    }

    private Map<String, List<String>> notes() {
        return olm.client().events().v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getRegarding().getName().equals("post"))
                .sorted((one, other) -> one.getNote().compareTo(other.getNote()))
                .collect(Collectors.groupingBy(
                        Event::getReason, Collectors.mapping(Event::getNote, Collectors.toList())));
    }
}
