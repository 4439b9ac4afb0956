package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.options.IdentityPolicy;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of a set that exceeds its deadline; the controller's clock is ahead, so that every deadline is past. */
class DeadlineIT {

    @Test
    void shouldSayThatTheDeadlineIsOverAndTakeItBackWhenItRollsOutAfterAll() {
        try (var fixture = new SetControllerFixture(
                IdentityPolicy.STRICT, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(11)))) {
            // Given a Deployment whose pod fits no node
            ServiceAccountRef account = fixture.account(fixture.namespace());
            fixture.grant(account, manage("apps", "deployments"));
            String namespace = account.namespace();
            ObjectNode deployment = deployment(namespace, "app");
            deployment.withObject("/spec/template/spec/nodeSelector").put("late", "yes");
            ClusterObjectSet set = set("late-" + namespace, 1, account, phase("deploy", deployment));
            ClusterObjectSetSpec spec = set.getSpec();
            set.setSpec(new ClusterObjectSetSpec(
                    spec.lifecycleState(),
                    spec.revision(),
                    spec.collisionProtection(),
                    spec.phases(),
                    10,
                    spec.progressionProbes()));

            // When
            fixture.admin().resource(set).create();

            // Then
            Condition late =
                    fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.PROGRESS_DEADLINE_EXCEEDED);
            assertThat(late.isTrue()).isFalse();
            assertThat(late.message())
                    .isEqualTo("Revision has not rolled out for 10 minute(s). Last status: Revision 1.0.1 is rolling"
                            + " out.");

            // When the pod fits a node
            fixture.admin()
                    .nodes()
                    .list()
                    .getItems()
                    .forEach(node -> fixture.admin()
                            .nodes()
                            .withName(node.getMetadata().getName())
                            .edit(n -> {
                                n.getMetadata().getLabels().put("late", "yes");
                                return n;
                            }));

            // Then
            fixture.awaitRolledOut(set);
        }
    }
}
