package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionConditionBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.Annotations;
import io.olm4j.applier.object.Revision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the deletion of CRDs that the API server would not delete, or does not delete, at the first attempt. */
class CrdDeletionIT {

    private static final String HELD = "example.com/held-by-the-test";

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    @Test
    void shouldNotLetTheApiServerFailWhenTheCrdWasNeverUsed() {
        // Given
        String group = "unused.example.com";
        Revision revision = revision("unused", 1, phase("deploy", crd(group)));
        fixture.rollOut(revision);
        var reasons = new CopyOnWriteArrayList<String>();
        try (Watch _ = definition(group).watch(new TerminatingReasons(reasons))) {

            // When
            fixture.tearDown(revision);

            // Then
            await().atMost(Duration.ofMinutes(2)).until(() -> reasons.contains(TerminatingReasons.GONE));
        }
        assertThat(reasons).contains("InstanceDeletionInProgress").doesNotContain("InstanceDeletionFailed");
    }

    @Test
    void shouldMakeTheApiServerLookAgainWhenItHasFailedToDelete() {
        // Given a CRD that the API server has finished with, so that only the test writes its conditions
        String group = "stalled.example.com";
        Revision revision = revision("stalled", 1, phase("deploy", crd(group)));
        fixture.rollOut(revision);
        Resource<CustomResourceDefinition> crd = definition(group);
        // The API server still writes the status of a definition that was just created.
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> crd.edit(c -> c.edit()
                                .editMetadata()
                                .addToFinalizers(HELD)
                                .endMetadata()
                                .build())
                        != null);
        assertThat(fixture.tearDownPass(revision)).isInstanceOf(TeardownResult.InProgress.class);
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(crd.get().getMetadata())
                        .satisfies(metadata ->
                                assertThat(metadata.getDeletionTimestamp()).isNotNull())
                        .satisfies(
                                metadata -> assertThat(metadata.getFinalizers()).containsExactly(HELD)));

        // When
        var _ = crd.editStatus(c -> c.edit()
                .editStatus()
                .removeMatchingFromConditions(condition -> "Terminating".equals(condition.getType()))
                .addToConditions(new CustomResourceDefinitionConditionBuilder()
                        .withType("Terminating")
                        .withStatus("True")
                        .withReason("InstanceDeletionFailed")
                        .withMessage("could not list instances: storage is (re)initializing")
                        .build())
                .endStatus()
                .build());

        // Then
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(fixture.tearDownPass(revision)).isInstanceOf(TeardownResult.InProgress.class);
            assertThat(crd.get().getMetadata().getAnnotations()).containsKey(Annotations.DELETION_RETRIED_AT);
        });
        var _ = crd.edit(c ->
                c.edit().editMetadata().removeFromFinalizers(HELD).endMetadata().build());
        fixture.tearDown(revision);
    }

    private static Resource<CustomResourceDefinition> definition(String group) {
        return fixture.admin().apiextensions().v1().customResourceDefinitions().withName("gadgets." + group);
    }

    /** Collects the reasons of the condition Terminating, and {@link #GONE} for the deletion. */
    private record TerminatingReasons(List<String> reasons) implements Watcher<CustomResourceDefinition> {

        static final String GONE = "gone";

        @Override
        public void eventReceived(Action action, CustomResourceDefinition crd) {
            crd.getStatus().getConditions().stream()
                    .filter(condition -> condition.getType().equals("Terminating"))
                    .forEach(condition -> reasons.add(condition.getReason()));
            if (action == Action.DELETED) {
                reasons.add(GONE);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new AssertionError(cause);
        }
    }

    private static ObjectNode crd(String group) {
        return yaml("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: gadgets.%1$s}
                spec:
                  group: %1$s
                  scope: Namespaced
                  names: {kind: Gadget, plural: gadgets, singular: gadget, listKind: GadgetList}
                  versions:
                    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
                """.formatted(group));
    }
}
