package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.unfinishedGadget;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.finish;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a set which is deleted together with its account, or with the rights of the account, is torn down in
 * order.
 */
class TeardownAccountIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @ParameterizedTest
    @ValueSource(strings = {"account", "rights"})
    void shouldTakeTheSetDownInOrderWhenItsAccountIsGone(String lost) {
        // Given an operator with an unfinished custom resource, and an object of another owner beside it
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "abandoned-" + namespace,
                1,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase("deploy", deployment(namespace, "app"), configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        Resource<GenericKubernetesResource> custom = unfinishedGadget(fixture.admin(), namespace);
        fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("theirs")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();

        // When
        if (lost.equals("account")) {
            fixture.admin()
                    .serviceAccounts()
                    .inNamespace(namespace)
                    .withName(account.name())
                    .delete();
        } else {
            fixture.admin()
                    .rbac()
                    .clusterRoleBindings()
                    .withName("installer-" + namespace)
                    .delete();
        }
        fixture.admin().resource(set).delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> custom.get().getMetadata().getDeletionTimestamp() != null);

        // Then
        await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(fixture.configMap(namespace, "settings")).isNotNull();
            assertThat(fixture.admin().resource(set).get()).isNotNull();
        });

        // When
        finish(custom);

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings")).isNull();
        assertThat(fixture.configMap(namespace, "theirs")).isNotNull();
        assertThat(fixture.requests().all())
                .as("the content is known without a search of every kind")
                .doesNotContain("GET /api/v1/replicationcontrollers");
    }
}
