package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.watch.PrerequisiteWatches;
import io.olm4j.testsupport.Faults;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which kinds are watched, how often, and until when. */
class InformersIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldWatchAKindOnceForAllSetsAndUntilTheLastOneLeaves() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        applyCrd(gadgetCrd(namespace));
        // Otherwise the controller may list the kind too early, and once more some seconds later.
        awaitGadgets(fixture.admin(), namespace);
        ClusterObjectSet one = set("one-" + namespace, 1, account, phase("deploy", gadget(namespace, "one")));
        ClusterObjectSet two = set("two-" + namespace, 1, account, phase("deploy", gadget(namespace, "two")));

        // When
        fixture.admin().resource(one).create();
        fixture.awaitRolledOut(one);
        long watched = lists(namespace);
        fixture.admin().resource(two).create();
        fixture.awaitRolledOut(two);

        // Then
        assertThat(watched).isPositive();
        assertThat(lists(namespace))
                .as("the second set shares what the first one started")
                .isEqualTo(watched);

        // When the first set is deleted
        fixture.admin().resource(one).delete();
        fixture.awaitGone(one);
        gadgetOf(namespace, "two").edit(gadget -> {
            gadget.setAdditionalProperty("spec", Map.of("color", "drifted"));
            return gadget;
        });

        // Then the objects of the second set are still watched
        await().atMost(Duration.ofMinutes(2))
                .until(() -> "blue".equals(gadgetOf(namespace, "two").get().get("spec", "color")));
        assertThat(lists(namespace)).isEqualTo(watched);

        // When the last set is deleted, and another one is created
        fixture.admin().resource(two).delete();
        fixture.awaitGone(two);
        ClusterObjectSet three = set("three-" + namespace, 1, account, phase("deploy", gadget(namespace, "three")));
        fixture.admin().resource(three).create();
        fixture.awaitRolledOut(three);

        // Then
        assertThat(lists(namespace)).as("the watch had ended").isGreaterThan(watched);
    }

    @Test
    void shouldEndTheWatchWhenTheDefinitionIsDeletedAndMakeTheObjectsAnewWhenItComesBack() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        applyCrd(gadgetCrd(namespace));
        ClusterObjectSet set = set("bereft-" + namespace, 1, account, phase("deploy", gadget(namespace, "first")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        deleteCrd(namespace);

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.RETRYING,
                message -> assertThat(message)
                        .isEqualTo("establish watch: no matches for kind \"Gadget\" in version \"" + namespace
                                + ".example.com/v1\": the cluster does not serve this kind; "
                                + "install the operator or CustomResourceDefinition that brings it"));
        // The set can learn that the kind is gone before the watch does, which asks once more when it is cut off.
        fixture.passDefinitionEvents(gadgetCrd(namespace + "-later"));
        long requests = requests(namespace);
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(requests(namespace)).isEqualTo(requests));

        // When
        applyCrd(gadgetCrd(namespace));

        // Then
        fixture.awaitRolledOut(set);
        assertThat(gadgetOf(namespace, "first").get()).isNotNull();
    }

    @Test
    void shouldBringBackADefinitionOfItsOwnWithItsObjects() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "own-" + namespace,
                1,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase("deploy", gadget(namespace, "first")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        String uid = gadgetOf(namespace, "first").get().getMetadata().getUid();

        // When
        fixture.admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("gadgets." + namespace + ".example.com")
                .delete();

        // Then
        await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> {
            GenericKubernetesResource now = gadgetOf(namespace, "first").get();
            return now != null && !now.getMetadata().getUid().equals(uid);
        });
        fixture.awaitRolledOut(set);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void shouldHealWhatHappenedWhileAKindCouldNotBeWatched(int answer) {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        applyCrd(gadgetCrd(namespace));
        ClusterObjectSet set = set("unwatched-" + namespace, 1, account, phase("deploy", gadget(namespace, "first")));
        fixture.inject(chain -> chain.request().url().encodedPath().equals(path(namespace))
                ? Faults.answer(answer).intercept(chain)
                : chain.proceed(chain.request()));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        gadgetOf(namespace, "first").delete();

        // When
        fixture.inject(chain -> chain.proceed(chain.request()));

        // Then
        await().atMost(Duration.ofMinutes(2))
                .until(() -> gadgetOf(namespace, "first").get() != null);
    }

    @Test
    void shouldWatchPrerequisitesAsSoonAsTheyCanBeWatched() {
        // Given
        String path = "/api/v1/serviceaccounts";
        Set<String> seen = ConcurrentHashMap.newKeySet();
        fixture.inject(chain -> chain.request().url().encodedPath().equals(path)
                ? Faults.answer(403).intercept(chain)
                : chain.proceed(chain.request()));
        fixture.requests().clear();
        try (KubernetesClient client = fixture.client(fixture.admin().getConfiguration());
                var watches = new PrerequisiteWatches(client, (change, object) -> seen.add(object.getKind()))) {
            watches.start();
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> fixture.requests().all().contains("GET " + path));

            // When
            fixture.inject(chain -> chain.proceed(chain.request()));

            // Then
            await().atMost(Duration.ofMinutes(2)).until(() -> seen.contains("ServiceAccount"));
        }
    }

    @Test
    void shouldTellThatDefinitionsMayHaveComeAndGoneBeforeTheyCouldBeWatched() {
        // Given
        String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        Set<String> listed = ConcurrentHashMap.newKeySet();
        fixture.inject(chain -> chain.request().url().encodedPath().equals(path)
                ? Faults.answer(403).intercept(chain)
                : chain.proceed(chain.request()));
        fixture.requests().clear();
        var listener = new PrerequisiteWatches.Listener() {
            @Override
            public void changed(PrerequisiteWatches.Change change, GenericKubernetesResource object) {}

            @Override
            public void listed(String kind) {
                listed.add(kind);
            }
        };
        try (KubernetesClient client = fixture.client(fixture.admin().getConfiguration());
                var watches = new PrerequisiteWatches(client, listener)) {
            watches.start();
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> fixture.requests().all().contains("GET " + path));
            assertThat(listed).doesNotContain("CustomResourceDefinition");

            // When
            fixture.inject(chain -> chain.proceed(chain.request()));

            // Then
            await().atMost(Duration.ofMinutes(2)).until(() -> listed.contains("CustomResourceDefinition"));
        }
    }

    /** Requests that list the gadgets of a group. */
    private static long lists(String namespace) {
        return fixture.requests().readsOf(path(namespace));
    }

    /** Requests that list or watch the gadgets of a group. */
    private static long requests(String namespace) {
        return fixture.requests().all().stream()
                .filter(("GET " + path(namespace))::equals)
                .count();
    }

    private static String path(String namespace) {
        return "/apis/" + namespace + ".example.com/v1/gadgets";
    }

    private static Resource<GenericKubernetesResource> gadgetOf(String namespace, String name) {
        return gadgets(fixture.admin(), namespace).inNamespace(namespace).withName(name);
    }

    private static void applyCrd(ObjectNode crd) {
        fixture.admin().resource(crd.toString()).create();
    }

    private static void deleteCrd(String namespace) {
        var crd = fixture.admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("gadgets." + namespace + ".example.com");
        crd.delete();
        await().atMost(Duration.ofMinutes(2)).until(() -> crd.get() == null);
    }
}
