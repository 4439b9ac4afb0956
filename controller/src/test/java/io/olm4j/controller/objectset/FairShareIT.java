package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that one set neither stops the others nor leaves anything behind. */
class FairShareIT {

    /** The limit of parallel requests of one set. */
    private static final int SHARE = 16;

    /** Shorter than the client's timeout: the client sends the same request again and gives no request up. */
    private static final Duration HANG = Duration.ofSeconds(20);

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldHealOneSetWhileTheWritesOfAnotherHang() {
        // Given
        ServiceAccountRef slow = fixture.clusterAdmin();
        ServiceAccountRef healthy = fixture.clusterAdmin();
        ClusterObjectSet kept = set("kept-" + healthy.namespace(), 1, healthy, maps(healthy.namespace(), 5));
        fixture.admin().resource(kept).create();
        fixture.awaitRolledOut(kept);
        var end = new CountDownLatch(1);
        var hanging = new AtomicInteger();
        var most = new AtomicInteger();
        fixture.inject(chain -> {
            if (chain.request().method().equals("PATCH")
                    && chain.request().url().encodedPath().contains("/namespaces/" + slow.namespace() + "/")) {
                most.accumulateAndGet(hanging.incrementAndGet(), Math::max);
                try {
                    hangUntil(end);
                } finally {
                    hanging.decrementAndGet();
                }
            }
            return chain.proceed(chain.request());
        });
        ClusterObjectSet set = set("hanging-" + slow.namespace(), 1, slow, maps(slow.namespace(), 50));
        fixture.admin().resource(set).create();
        await().atMost(Duration.ofMinutes(2)).until(() -> most.get() >= SHARE);

        // When
        IntStream.range(0, 5)
                .forEach(i -> fixture.admin()
                        .resource(fixture.configMap(healthy.namespace(), "map-" + i))
                        .delete());

        // Then
        await().atMost(Duration.ofMinutes(2))
                .until(() -> IntStream.range(0, 5)
                        .allMatch(i -> fixture.configMap(healthy.namespace(), "map-" + i) != null));
        assertThat(most.get()).as("the share of one set").isEqualTo(SHARE);

        // When
        end.countDown();

        // Then
        fixture.awaitRolledOut(set);
    }

    private static Phase maps(String namespace, int count) {
        return phase(
                "deploy",
                IntStream.range(0, count)
                        .mapToObj(i -> configMap(namespace, "map-" + i, "a"))
                        .toArray(ObjectNode[]::new));
    }

    private static void hangUntil(CountDownLatch end) throws IOException {
        try {
            if (!end.await(HANG.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("injected: no answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldEndTheWatchesOfASetWhoseFinalizerWasTakenOff() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        fixture.admin().resource(gadgetCrd(namespace).toString()).create();
        // Otherwise the controller may list the kind too early, and once more some seconds later.
        awaitGadgets(fixture.admin(), namespace);
        ClusterObjectSet set = set("forced-" + namespace, 1, account, phase("deploy", gadget(namespace, "one")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        long watched = lists(namespace);

        // When the set is removed although its objects could not be deleted
        fixture.inject(chain -> chain.request().method().equals("DELETE")
                        && chain.request().url().encodedPath().contains("/gadgets/")
                ? Faults.answer(500).intercept(chain)
                : chain.proceed(chain.request()));
        fixture.admin().resource(set).delete();
        fixture.admin()
                .resource(set)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        fixture.awaitGone(set);
        fixture.inject(chain -> chain.proceed(chain.request()));
        ClusterObjectSet next = set("next-" + namespace, 1, account, phase("deploy", gadget(namespace, "two")));
        fixture.admin().resource(next).create();
        fixture.awaitRolledOut(next);

        // Then
        assertThat(lists(namespace)).as("the watch had ended").isGreaterThan(watched);
    }

    /** Requests that list the gadgets of a group. */
    private static long lists(String namespace) {
        return fixture.requests().readsOf("/apis/" + namespace + ".example.com/v1/gadgets");
    }
}
