package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Labels;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.Kubectl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An extension that is deleted without what it installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrphanedExtensionIT {

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @BeforeAll
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
    }

    @BeforeEach
    void install() {
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterEach
    void uninstall() {
        extensions.delete("greeter");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(InstalledState.of(olm.client(), "greeter"))
                        .isEqualTo(new InstalledState(List.of(), List.of())));
    }

    @Test
    void shouldKeepWhatIsInstalledAndTakeItOverAgain() {
        // Given
        InstalledState before = InstalledState.of(olm.client(), "greeter");
        List<String> uids = uids();

        // When
        orphan("clusterextension", "greeter");

        // Then
        assertThat(olm.client()
                        .resources(ClusterExtension.class)
                        .withName("greeter")
                        .get())
                .isNull();
        assertThat(InstalledState.of(olm.client(), "greeter")).isEqualTo(before);

        // When the same extension comes again
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");

        // Then it is about the same objects
        assertThat(InstalledState.of(olm.client(), "greeter")).isEqualTo(before);
        assertThat(uids()).isEqualTo(uids);
    }

    @Test
    void shouldTakeOverWhatAnUpgradedExtensionLeftWithoutRevisions() {
        // Given
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("greeter", "1.1.0");
        List<String> uids = uids();

        // When
        orphan("clusterextension", "greeter");
        orphan("clusterobjectsets", "-l", Labels.OWNER_NAME + "=greeter");

        // Then the objects have no controller
        assertThat(InstalledState.of(olm.client(), "greeter").revisions()).isEmpty();
        assertThat(uids()).isEqualTo(uids);

        // When
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 1.1.0"));
        extensions.awaitInstalled("greeter", "1.1.0");

        // Then
        assertThat(uids()).isEqualTo(uids);
    }

    private void orphan(String... which) {
        List<String> command = new ArrayList<>(List.of("delete", "--cascade=orphan"));
        command.addAll(List.of(which));
        Kubectl.Result result = olm.cluster().kubectl().run(command.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    private List<String> uids() {
        return extensions.deployments("greeter").stream()
                .map(deployment -> deployment.getMetadata().getUid())
                .toList();
    }
}
