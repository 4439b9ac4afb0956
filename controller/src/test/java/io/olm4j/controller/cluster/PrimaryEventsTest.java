package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrimaryEventsTest {

    private final List<ClusterObjectSet> gone = new ArrayList<>();
    private final PrimaryEvents<ClusterObjectSet> events = new PrimaryEvents<>("test", gone::add);

    @Test
    void shouldReportAResourceThatWasDeleted() {
        ClusterObjectSet set = set("first", "1");

        events.onResourceDeleted(set);

        assertThat(gone).containsExactly(set);
    }

    @Test
    void shouldReportTheOlderOneWhenAnUpdateBringsAnotherResourceOfTheSameName() {
        ClusterObjectSet before = set("first", "1");

        events.onResourceUpdated(set("second", "2"), before);

        assertThat(gone).containsExactly(before);
    }

    @Test
    void shouldReportNothingWhenTheResourceIsTheSame() {
        events.onResourceUpdated(set("first", "2"), set("first", "1"));

        assertThat(gone).isEmpty();
    }

    private static ClusterObjectSet set(String uid, String version) {
        var set = new ClusterObjectSet();
        set.getMetadata().setName("set");
        set.getMetadata().setUid(uid);
        set.getMetadata().setResourceVersion(version);
        return set;
    }
}
