package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of a set that has the name of an earlier one. */
class ReplacedSetIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private final AtomicBoolean holds = new AtomicBoolean(true);
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    @AfterEach
    void heal() {
        released.countDown();
        fixture.inject(chain -> chain.proceed(chain.request()));
    }

    @Test
    void shouldHealItsObjectsAfterALatePassOfTheEarlierSetHasEnded() throws InterruptedException {
        // Given a set with a pass that waits for the answer to a write
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet earlier = ofConfigMap(account);
        fixture.admin().resource(earlier).create();
        fixture.awaitRolledOut(earlier);
        fixture.inject(this::holdOneWrite);
        fixture.drift(namespace, "settings");
        assertThat(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        // When it is deleted by force, and another one takes its name
        fixture.admin().resource(earlier).delete();
        fixture.admin()
                .resource(earlier)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        fixture.awaitGone(earlier);
        ClusterObjectSet successor = ofConfigMap(account);
        fixture.admin().resource(successor).create();
        fixture.awaitRolledOut(successor);
        released.countDown();
        assertThat(answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        fixture.awaitNoPass();

        // Then the successor repairs what others do
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();
        fixture.awaitConfigMap(namespace, "settings");
    }

    private static ClusterObjectSet ofConfigMap(ServiceAccountRef account) {
        String namespace = account.namespace();
        return set("late-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "wanted")));
    }

    /** Holds the first write of the ConfigMap, which then changes nothing. */
    private Response holdOneWrite(Interceptor.Chain chain) throws IOException {
        boolean isWrite = Faults.isWrite(chain.request())
                && chain.request().url().encodedPath().endsWith("/configmaps/settings");
        if (!isWrite || !holds.compareAndSet(true, false)) {
            return chain.proceed(chain.request());
        }
        held.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            return chain.proceed(chain.request()
                    .newBuilder()
                    .url(chain.request().url().newBuilder().query(null).build())
                    .get()
                    .build());
        } finally {
            answered.countDown();
        }
    }
}
