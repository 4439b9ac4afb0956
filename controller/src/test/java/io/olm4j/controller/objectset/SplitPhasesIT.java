package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that a phase with more objects than the API admits is rolled out as one phase. */
class SplitPhasesIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldNotLetThePartsOfAPhaseWaitForEachOther() {
        // Given a full first part with a Deployment that does not become available
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ObjectNode waits = deployment(namespace, "app");
        waits.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ObjectNode[] full = Stream.concat(
                        Stream.of(waits), IntStream.range(0, 49).mapToObj(i -> configMap(namespace, "part-" + i, "a")))
                .toArray(ObjectNode[]::new);
        ClusterObjectSet set = set(
                "split-" + namespace,
                1,
                account,
                phase("deploy", full),
                phase("deploy-2", configMap(namespace, "second-part", "a")),
                phase("publish", configMap(namespace, "next", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(set, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE);
        await().atMost(Duration.ofMinutes(2)).until(() -> fixture.configMap(namespace, "second-part") != null);
        assertThat(fixture.configMap(namespace, "next"))
                .as("the next phase waits for all parts")
                .isNull();

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "second-part")).isNull();
        assertThat(fixture.configMap(namespace, "part-48")).isNull();
    }
}
