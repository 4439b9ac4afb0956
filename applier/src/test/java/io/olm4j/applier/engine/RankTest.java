package io.olm4j.applier.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.testing.Trees;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankTest {

    private static ResolvedPhase phase(String name, int objects) {
        return new ResolvedPhase(
                name,
                "sha256:" + name,
                IntStream.range(0, objects)
                        .mapToObj(i -> new ResolvedObject(
                                Trees.yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: %s-%d}}"
                                        .formatted(name, i)),
                                CollisionProtection.PREVENT))
                        .toList());
    }

    private static List<String> ranks(ResolvedPhase... phases) {
        return ranks("app", phases);
    }

    private static List<String> ranks(String extension, ResolvedPhase... phases) {
        var revision = new Revision(
                "app-1", "uid", 1, extension, "uid-app", "", List.of(phases), List.of(), false, false, List.of());
        return Rank.of(revision).stream()
                .map(rank ->
                        rank.index() + " " + rank.phase() + " " + rank.objects().size())
                .toList();
    }

    @Test
    void shouldJoinThePartsOfAPhaseThatOneCannotHold() {
        assertThat(ranks(
                        phase("crds", 2),
                        phase("deploy", 50),
                        phase("deploy-2", 50),
                        phase("deploy-3", 1),
                        phase("publish", 1)))
                .containsExactly("0 crds 2", "1 deploy 101", "4 publish 1");
    }

    @Test
    void shouldKeepThePhasesOfASetWithoutExtensionApart() {
        assertThat(ranks("", phase("deploy", 50), phase("deploy-2", 1))).containsExactly("0 deploy 50", "1 deploy-2 1");
    }

    @Test
    void shouldKeepPhasesApartThatOnlyLookLikeParts() {
        assertThat(ranks(phase("deploy", 49), phase("deploy-2", 1))).containsExactly("0 deploy 49", "1 deploy-2 1");
        assertThat(ranks(phase("deploy", 50), phase("deploy-3", 1))).containsExactly("0 deploy 50", "1 deploy-3 1");
        assertThat(ranks(phase("deploy", 50), phase("scaling", 1))).containsExactly("0 deploy 50", "1 scaling 1");
    }
}
