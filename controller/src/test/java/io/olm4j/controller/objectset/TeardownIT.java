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

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.Objects;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests in which order the objects of a set are deleted, and which objects stay. */
class TeardownIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldKeepTheOperatorOfAnOlderRevisionUntilTheDefinitionsOfTheNewerOneAreGone() {
        // Given an upgrade that took the definition over and then got stuck
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet first = operator(namespace, 1, account);
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        ObjectNode stuck = deployment(namespace, "app");
        stuck.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet second = set(
                "operator-" + namespace,
                2,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase("more", deploymentThatWaits(namespace)),
                phase("deploy", stuck));
        fixture.admin().resource(second).create();
        fixture.awaitCondition(second, "Available", "ProbeFailure");
        Resource<GenericKubernetesResource> custom = unfinishedGadget(fixture.admin(), namespace);

        // When the extension is deleted
        Resource<ClusterExtension> extension =
                fixture.admin().resources(ClusterExtension.class).withName("operator-" + namespace);
        extension.edit(there -> {
            there.getMetadata().setFinalizers(List.of("example.com/hold"));
            return there;
        });
        extension.delete();
        fixture.admin().resource(second).delete();
        fixture.admin().resource(first).delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> custom.get().getMetadata().getDeletionTimestamp() != null);

        // Then
        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(app(namespace)).isNotNull());

        // When
        finish(custom);

        // Then
        fixture.awaitGone(second);
        fixture.awaitGone(first);
        assertThat(app(namespace)).isNull();
        extension.edit(there -> {
            there.getMetadata().setFinalizers(List.of());
            return there;
        });
    }

    @Test
    void shouldKeepADefinitionWithCustomResourcesForTheOlderRevisionWhenAStuckOneIsDeleted() {
        // Given an upgrade that took the definition over and then got stuck
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet first = ofPackage(operator(namespace, 1, account));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        ClusterObjectSet second = ofPackage(set(
                "operator-" + namespace,
                2,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase("more", deploymentThatWaits(namespace))));
        fixture.admin().resource(second).create();
        fixture.awaitCondition(second, "Available", "ProbeFailure");
        Resource<GenericKubernetesResource> custom = unfinishedGadget(fixture.admin(), namespace);

        // When
        fixture.admin().resource(second).delete();
        fixture.awaitGone(second);

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(Objects.controller(fixture.admin()
                                .resource(gadgetCrd(namespace).toString())
                                .get()))
                        .isEqualTo(first.getMetadata().getName()));
        assertThat(custom.get().getMetadata().getDeletionTimestamp()).isNull();
        finish(custom);
    }

    @Test
    void shouldLeaveTheObjectsWhenTheyAreOrphaned() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("orphaned-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin()
                .resource(set)
                .withPropagationPolicy(DeletionPropagation.ORPHAN)
                .delete();

        // Then
        fixture.awaitGone(set);
        ConfigMap settings = fixture.configMap(namespace, "settings");
        assertThat(settings.getData()).containsEntry("key", "a");
        assertThat(Objects.controller(settings)).isEmpty();

        // When a set of the same owner is created
        ClusterObjectSet next =
                set("orphaned-" + namespace, 2, account, phase("deploy", configMap(namespace, "settings", "b")));
        fixture.admin().resource(next).create();

        // Then it takes them back
        fixture.awaitRolledOut(next);
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getUid())
                .isEqualTo(settings.getMetadata().getUid());
    }

    @Test
    void shouldLeaveTheObjectsThatWereOrphanedWhileTheControllerWasDown() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("unwatched-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.whileDown(() -> orphan(set));

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings")).isNotNull();
    }

    /** Without its account nothing removes the marks of the set from its objects. */
    @Test
    void shouldLeaveTheObjectsOfAnOrphanedSetWhenItsFinalizerIsNotRemovedAtTheFirstAttempt() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("twice-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        String uid = fixture.admin().resource(set).get().getMetadata().getUid();
        String path = "/clusterobjectsets/" + set.getMetadata().getName();
        var removals = new AtomicInteger();
        fixture.inject(chain -> {
            boolean isRemoval = Faults.isWrite(chain.request())
                    && chain.request().url().encodedPath().endsWith(path);
            // The client repeats a request after other answers.
            return isRemoval && removals.incrementAndGet() == 1
                    ? Faults.answer(403).intercept(chain)
                    : chain.proceed(chain.request());
        });

        // When
        fixture.whileDown(() -> {
            fixture.admin()
                    .serviceAccounts()
                    .inNamespace(namespace)
                    .withName(account.name())
                    .delete();
            orphan(set);
        });

        // Then
        fixture.awaitGone(set);
        fixture.inject(chain -> chain.proceed(chain.request()));
        assertThat(removals).hasValueGreaterThan(1);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "a");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.admin()
                                .secrets()
                                .inNamespace(SetControllerFixture.SYSTEM)
                                .withName("cascade-" + uid)
                                .get())
                        .isNull());
    }

    @Test
    void shouldNotPutTheOwnerBackWhenAPassKnowsNothingOfTheDeletionYet() {
        // Given a set that is being deleted, and stays because of another finalizer
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("behind-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        set.getMetadata().setFinalizers(List.of("example.com/hold"));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        ClusterObjectSet asItWas = fixture.admin().resource(set).get();
        fixture.admin()
                .resource(set)
                .withPropagationPolicy(DeletionPropagation.ORPHAN)
                .delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Objects.controller(fixture.configMap(namespace, "settings"))
                                .isEmpty()
                        && fixture.admin()
                                .resource(set)
                                .get()
                                .getMetadata()
                                .getFinalizers()
                                .equals(List.of("example.com/hold")));
        ConfigMap left = fixture.configMap(namespace, "settings");

        // When
        SetOutcome outcome = fixture.pass(asItWas);

        // Then
        assertThat(outcome)
                .isEqualTo(new SetOutcome.RollingOut("Object ConfigMap.v1 " + namespace
                        + "/settings: is left behind by a revision that is being deleted"));
        assertThat(fixture.configMap(namespace, "settings")).isEqualTo(left);

        fixture.admin().resource(set).edit(held -> {
            held.getMetadata().setFinalizers(List.of());
            return held;
        });
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings")).isNotNull();
    }

    private static ClusterObjectSet operator(String namespace, long revision, ServiceAccountRef account) {
        Phase crds = phase("crds", gadgetCrd(namespace));
        return set("operator-" + namespace, revision, account, crds, phase("deploy", deployment(namespace, "app")));
    }

    /** A set as operator-controller makes it: it names its package. */
    private static ClusterObjectSet ofPackage(ClusterObjectSet set) {
        Map<String, String> annotations = new HashMap<>(set.getMetadata().getAnnotations());
        annotations.put(Annotations.PACKAGE_NAME, "gadgets");
        set.getMetadata().setAnnotations(annotations);
        return set;
    }

    private static ObjectNode deploymentThatWaits(String namespace) {
        ObjectNode deployment = deployment(namespace, "waits");
        deployment.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        return deployment;
    }

    /** Deletes a set without its objects, and waits until the garbage collector has done its part. */
    private static void orphan(ClusterObjectSet set) {
        fixture.admin()
                .resource(set)
                .withPropagationPolicy(DeletionPropagation.ORPHAN)
                .delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> !fixture.admin()
                        .resource(set)
                        .get()
                        .getMetadata()
                        .getFinalizers()
                        .contains("orphan"));
    }

    private static Deployment app(String namespace) {
        return fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("app")
                .get();
    }
}
