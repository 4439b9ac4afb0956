package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.TcpRelay;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of what happens to sets while the controller does not see it. */
class InterruptedWatchIT {

    private static final TcpRelay apiServer = TcpRelay.to(
            URI.create(TestCluster.shared().cluster().apiServerUrl()).getPort());

    private static final SetControllerFixture fixture = new SetControllerFixture(apiServer);

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicBoolean reachable = new AtomicBoolean();
    private final AtomicBoolean outdated = new AtomicBoolean(true);

    @AfterAll
    static void close() {
        try {
            fixture.close();
        } finally {
            apiServer.close();
        }
    }

    @Test
    void shouldEndTheWatchesOfASetThatWasReplacedByAnotherOneOfItsName() {
        // Given a set that watches gadgets
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        fixture.admin().resource(gadgetCrd(namespace).toString()).create();
        // Otherwise the controller may list the kind too early, and once more some seconds later.
        awaitGadgets(fixture.admin(), namespace);
        ClusterObjectSet set = set("replaced-" + namespace, 1, account, phase("deploy", gadget(namespace, "one")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When another one takes its name while the watch of the sets is interrupted, until it is too old to go on
        fixture.inject(this::withoutWatchOfSets);
        apiServer.become(TcpRelay.State.CUT);
        apiServer.become(TcpRelay.State.PASSING);
        await().atMost(Duration.ofMinutes(2)).until(() -> attempts.get() > 0);
        fixture.admin().resource(set).delete();
        fixture.admin()
                .resource(set)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        fixture.awaitGone(set);
        ClusterObjectSet successor =
                set("replaced-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "wanted")));
        fixture.admin().resource(successor).create();
        reachable.set(true);
        fixture.awaitRolledOut(successor);
        assertThat(outdated).isFalse();

        // Then nothing watches gadgets any more: the next set that needs them lists them
        long watched = lists(namespace);
        ClusterObjectSet next = set("next-" + namespace, 1, account, phase("deploy", gadget(namespace, "two")));
        fixture.admin().resource(next).create();
        fixture.awaitRolledOut(next);
        assertThat(lists(namespace)).as("the watch had ended").isGreaterThan(watched);
    }

    /** Loses each request to watch sets while they are not reachable; then the first one comes too late. */
    private Response withoutWatchOfSets(Interceptor.Chain chain) throws IOException {
        if (!isWatchOfSets(chain.request())) {
            return chain.proceed(chain.request());
        }
        attempts.incrementAndGet();
        if (!reachable.get()) {
            return Faults.lost().intercept(chain);
        }
        return outdated.getAndSet(false) ? Faults.answer(410).intercept(chain) : chain.proceed(chain.request());
    }

    private static boolean isWatchOfSets(Request request) {
        return request.url().encodedPath().endsWith("/clusterobjectsets")
                && "true".equals(request.url().queryParameter("watch"));
    }

    /** Requests that list the gadgets of a group. */
    private static long lists(String namespace) {
        return fixture.requests().readsOf("/apis/" + namespace + ".example.com/v1/gadgets");
    }
}
