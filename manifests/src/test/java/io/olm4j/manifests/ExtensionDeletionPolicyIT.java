package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.awaitGone;
import static io.olm4j.manifests.AliceAndBob.controller;
import static io.olm4j.manifests.AliceAndBob.merge;
import static io.olm4j.manifests.AliceAndBob.owned;
import static io.olm4j.manifests.AliceAndBob.ownerReference;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may delete a ClusterExtension, or write the metadata that makes the garbage collector delete it, or keeps it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtensionDeletionPolicyIT {

    private static final String EXTENSION = "with-service-account";
    private static final String SET = "object-set-of-nobody";
    private static final String HELD = "{\"metadata\":{\"finalizers\":[\"olm.operatorframework.io/test\"]}}";
    private static final String OWNED_BY_NOBODY = """
            {"metadata":{"ownerReferences":[{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","name":"none",\
            "uid":"00000000-0000-4000-8000-000000000000"}]}}""";

    private final AliceAndBob users = new AliceAndBob(EXTENSION);
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient bob = users.bob;

    @AfterEach
    void removeObjects() {
        users.remove(EXTENSION);
        users.remove(SET);
    }

    @Test
    void shouldRefuseDeletionByAWriterWithoutImpersonate() {
        // given
        resource(alice, EXTENSION).create();

        // then
        assertRefused(() -> resource(bob, EXTENSION).delete(), "delete", "removed");
        assertRefused(
                () -> bob.genericKubernetesResources("olm.operatorframework.io/v1", "ClusterExtension")
                        .delete(),
                "delete",
                "removed");
        for (DeletionPropagation propagation : DeletionPropagation.values()) {
            assertRefused(
                    () -> resource(bob, EXTENSION)
                            .withPropagationPolicy(propagation)
                            .delete(),
                    "delete",
                    "removed");
        }
        assertThat(resource(alice, EXTENSION).get().getMetadata().getFinalizers())
                .isEmpty();
    }

    @Test
    void shouldLetAnyWriterDeleteAnExtensionWithoutAServiceAccount() {
        // given
        resource(bob, "without-service-account").create();

        // then
        resource(bob, "without-service-account").delete();
        awaitGone(resource(users.admin, "without-service-account"));
    }

    @ParameterizedTest
    @ValueSource(strings = {HELD, OWNED_BY_NOBODY})
    void shouldRefuseFinalizersAndOwnersByAWriterWithoutImpersonate(String change) {
        // given
        resource(alice, EXTENSION).create();

        // then
        assertRefused(() -> merge(bob, EXTENSION, change), "write", "installed");
        merge(controller(), EXTENSION, HELD);
        assertRefused(() -> merge(bob, EXTENSION, "{\"metadata\":{\"finalizers\":null}}"), "write", "installed");
        merge(alice, EXTENSION, "{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void shouldRefuseAChangeOfTheSpecByTheController() {
        // given
        resource(alice, EXTENSION).create();

        // then
        assertForbidden(
                () -> merge(controller(), EXTENSION, "{\"spec\":{\"serviceAccount\":null}}"),
                "operator-controller-controller-manager\" may not write an extension");
    }

    /** Foreground and orphan put a finalizer on the extension, which the garbage collector takes off. */
    @ParameterizedTest
    @ValueSource(strings = {"BACKGROUND", "FOREGROUND", "ORPHAN"})
    void shouldLetAWriterWithImpersonateDelete(String propagation) {
        // given
        GenericKubernetesResource extension = resource(alice, EXTENSION).create();
        controller().resource(owned(SET, ownerReference(extension, true))).create();
        Resource<GenericKubernetesResource> set = resource(users.admin, SET);

        // when
        resource(alice, EXTENSION)
                .withPropagationPolicy(DeletionPropagation.valueOf(propagation))
                .delete();

        // then
        awaitGone(resource(users.admin, EXTENSION));
        if (propagation.equals("ORPHAN")) {
            await().atMost(AliceAndBob.PATIENCE)
                    .until(() -> set.get().getMetadata().getOwnerReferences().isEmpty());
        } else {
            awaitGone(set);
        }
    }

    @Test
    void shouldLetTheGarbageCollectorDeleteAnExtensionWhoseOwnerIsGone() {
        // given
        ClusterRole owner = users.admin
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("owner-of-argocd")
                        .endMetadata()
                        .build())
                .create();
        alice.resource(owned(EXTENSION, ownerReference(owner, false))).create();

        // when
        users.admin.resource(owner).delete();

        // then
        awaitGone(resource(users.admin, EXTENSION));
    }

    private static void assertRefused(ThrowingCallable write, String verb, String done) {
        assertForbidden(
                write,
                ("spec.serviceAccount.name: user \"bob\" may not %s an extension that is installed by the service"
                                + " account"
                                + " \"installer\" in namespace \"shop\"; it takes the permission to"
                                + " \"impersonate\" that service"
                                + " account, because the extension is %s with its rights")
                        .formatted(verb, done));
    }
}
