package io.olm4j.applier.watch;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentWritesTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "ns", "a");
    private static final ObjectNode WRITTEN = yaml("metadata: {resourceVersion: '100'}");

    private Instant now = Instant.EPOCH;
    private final RecentWrites writes = new RecentWrites(() -> now);

    @Test
    void shouldReturnAWriteThatTheInformerHasNotSeen() {
        writes.wrote(REF, WRITTEN);

        assertThat(writes.newerThan(REF, "99")).contains(WRITTEN);
        assertThat(writes.newerThan(REF, "")).contains(WRITTEN);
        assertThat(writes.newerThan(REF, "100")).isEmpty();
    }

    @Test
    void shouldForgetWhatWasSeenOrDeleted() {
        writes.wrote(REF, WRITTEN);
        writes.seen(REF, "99");
        assertThat(writes.newerThan(REF, "99")).isPresent();
        writes.seen(REF, "101");
        assertThat(writes.newerThan(REF, "99")).isEmpty();

        writes.wrote(REF, WRITTEN);
        writes.deleted(REF, "102");
        assertThat(writes.newerThan(REF, "99")).isEmpty();

        writes.wrote(REF, WRITTEN);
        writes.gone(REF);
        assertThat(writes.newerThan(REF, "99")).isEmpty();
    }

    @Test
    void shouldForgetAWriteThatTheInformerHas() {
        writes.wrote(REF, WRITTEN);
        assertThat(writes.newerThan(REF, "100")).isEmpty();

        assertThat(writes.listed(GroupVersionKind.of(REF), "101")).isEmpty();
    }

    @Test
    void shouldNotBelieveAWriteWhoseDeletionTheInformerSawFirst() {
        writes.deleted(REF, "100");
        writes.wrote(REF, WRITTEN);
        assertThat(writes.newerThan(REF, "")).isEmpty();

        writes.deleted(REF, "99");
        writes.wrote(REF, WRITTEN);
        assertThat(writes.newerThan(REF, "")).contains(WRITTEN);
    }

    @Test
    void shouldForgetWhatAListWouldHold() {
        writes.wrote(REF, WRITTEN);
        assertThat(writes.listed(GroupVersionKind.of(REF), "99")).isEmpty();
        assertThat(writes.listed(new GroupVersionKind("", "v1", "Secret"), "101"))
                .isEmpty();
        assertThat(writes.newerThan(REF, "")).contains(WRITTEN);

        assertThat(writes.listed(GroupVersionKind.of(REF), "100")).containsExactly(WRITTEN);
        assertThat(writes.newerThan(REF, "")).isEmpty();
    }

    @Test
    void shouldTrustTheInformerAgainAfterAWhile() {
        writes.wrote(REF, WRITTEN);
        now = Instant.EPOCH.plus(Duration.ofMinutes(1));

        assertThat(writes.newerThan(REF, "")).isEmpty();
    }
}
