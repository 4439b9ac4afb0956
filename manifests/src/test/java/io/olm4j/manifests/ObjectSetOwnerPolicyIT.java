package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.controller;
import static io.olm4j.manifests.AliceAndBob.merge;
import static io.olm4j.manifests.AliceAndBob.owned;
import static io.olm4j.manifests.AliceAndBob.ownerReference;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Who may make a ClusterObjectSet a revision of an extension: Alice, who may write both and impersonate the account,
 * may not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectSetOwnerPolicyIT {

    private static final String SET = "object-set";
    private static final String EXTENSION = "with-service-account";
    private static final String REFUSAL =
            "metadata.ownerReferences: user \"alice\" may not make a set a revision of the extension \"argocd\";"
                    + " it takes the"
                    + " permission to \"control\" ClusterObjectSets, because the newest revision decides"
                    + " what is installed";

    private final AliceAndBob users = new AliceAndBob(SET);
    private final KubernetesClient alice = users.alice;
    private OwnerReference extension = new OwnerReference();

    /** The API server goes by a new policy a moment after it was stored. */
    @BeforeAll
    void awaitPolicy() {
        extension = ownerReference(resource(alice, EXTENSION).create(), true);
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() ->
                                alice.resource(owned(SET, extension)).dryRun().create())
                        .hasMessageContaining("clusterobjectset-owner"));
        users.remove(EXTENSION);
    }

    @BeforeEach
    void createExtension() {
        extension = ownerReference(resource(alice, EXTENSION).create(), true);
    }

    @AfterEach
    void removeObjects() {
        users.remove(SET);
        users.remove(EXTENSION);
    }

    @Test
    void shouldLetTheControllerMakeASetARevision() {
        assertThat(controller()
                        .resource(owned(SET, extension))
                        .create()
                        .getMetadata()
                        .getOwnerReferences())
                .containsExactly(extension);
    }

    /** What docs/security.md warns of. */
    @Test
    void shouldTakeAUserWithEveryVerbForTheController() {
        KubernetesClient wanda = TestCluster.shared().cluster().clientForUser("wanda");

        assertThat(wanda.resource(owned(SET, extension)).create().getMetadata().getOwnerReferences())
                .containsExactly(extension);
    }

    @Test
    void shouldRefuseANewRevisionByAnotherUser() {
        assertForbidden(() -> alice.resource(owned(SET, extension)).create(), REFUSAL);
    }

    @Test
    void shouldRefuseToMakeASetARevisionLater() {
        // given
        resource(alice, SET).create();

        // then
        assertForbidden(() -> merge(alice, SET, owner(extension.getUid(), true)), REFUSAL);

        // when
        merge(alice, SET, owner(extension.getUid(), false));

        // then
        assertForbidden(() -> merge(alice, SET, owner(extension.getUid(), true)), REFUSAL);
    }

    @Test
    void shouldRefuseToMoveARevisionToAnExtensionOfTheSameName() {
        // given
        controller().resource(owned(SET, extension)).create();

        // then
        assertForbidden(() -> merge(alice, SET, owner("00000000-0000-4000-8000-000000000000", true)), REFUSAL);
    }

    @Test
    void shouldLetAWriterWithImpersonateTakeARevisionFromItsExtension() {
        // given
        controller().resource(owned(SET, extension)).create();
        String unowned = "{\"metadata\":{\"ownerReferences\":null}}";

        // then
        assertForbidden(() -> merge(users.bob, SET, unowned), "metadata.annotations: user \"bob\" may not write a set");
        assertThat(merge(alice, SET, unowned).getMetadata().getOwnerReferences())
                .isEmpty();
    }

    @Test
    void shouldLetAWriterOfTheSetSetTheLabelOfAnExtension() {
        // given
        GenericKubernetesResource set = resource(alice, SET).create();

        // when
        merge(alice, SET, "{\"metadata\":{\"labels\":{\"olm.operatorframework.io/owner-name\":\"argocd\"}}}");

        // then
        assertThat(resource(users.admin, SET).get().getMetadata().getUid())
                .isEqualTo(set.getMetadata().getUid());
    }

    @Test
    void shouldPassTheTypeCheckOfTheControlPlane() {
        users.assertPassesTypeCheck("clusterobjectset-owner");
    }

    private static String owner(String uid, boolean controller) {
        return ("{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":"
                        + "\"olm.operatorframework.io/v1\",\"kind\":\"ClusterExtension\","
                        + "\"name\":\"argocd\",\"uid\":\"%s\",\"controller\":%s}]}}")
                .formatted(uid, controller);
    }
}
