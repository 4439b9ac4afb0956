package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetSpec.GroupKind;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.object.ProbeResultCache.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProbeResultCacheTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "a", "b");
    private static final Finding FINDING = new Finding("7", Optional.empty());

    private final ProbeResultCache findings = new ProbeResultCache();

    private static Revision revision(String digest, String owner, List<ProgressionProbe> probes) {
        return new Revision(
                "app-1",
                "uid",
                1,
                owner,
                "uid-" + owner,
                "pack",
                List.of(new ResolvedPhase("deploy", digest, List.of())),
                probes,
                false,
                false,
                List.of());
    }

    @Test
    void shouldKeepWhatWasFoundFromPassToPass() {
        findings.of(revision("sha256:1", "app", List.of())).put(REF, FINDING);

        assertThat(findings.of(revision("sha256:1", "app", List.of()))).containsEntry(REF, FINDING);
    }

    @Test
    void shouldForgetItWhenWhatItDependsOnChanges() {
        Revision before = revision("sha256:1", "app", List.of());
        for (Revision after : List.of(
                revision("sha256:2", "app", List.of()),
                revision("sha256:1", "other", List.of()),
                revision(
                        "sha256:1",
                        "app",
                        List.of(new ProgressionProbe(
                                new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("apps", "Deployment"), null),
                                List.of()))))) {
            findings.of(before).put(REF, FINDING);

            assertThat(findings.of(after)).isEmpty();
        }
    }
}
