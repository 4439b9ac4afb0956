package io.olm4j.controller.extension.revision;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExtensionSetsTest {

    private static final String PACKAGE = "p";
    private static final ServiceAccountRef ACCOUNT = new ServiceAccountRef("shop", "installer");

    @Test
    void shouldLookAtTheNewestTenClaimsOnly() {
        ExtensionSets sets = ExtensionSets.of(extension(), claims(30));

        assertThat(sets.claimsAs(Optional.of(ACCOUNT), PACKAGE))
                .extracting(set -> set.getSpec().revision())
                .containsExactly(30L, 29L, 28L, 27L, 26L, 25L, 24L, 23L, 22L, 21L);
    }

    @Test
    void shouldLeaveTheRevisionsOfAnotherPackageAlone() {
        List<ClusterObjectSet> claims = claims(2);
        claims.get(0).getMetadata().getAnnotations().put(Annotations.PACKAGE_NAME, "other");

        assertThat(ExtensionSets.of(extension(), claims).claimsAs(Optional.of(ACCOUNT), PACKAGE))
                .containsExactly(claims.get(1));
    }

    @Test
    void shouldTellTheRevisionsOfTheControllerFromThoseOfAnAccount() {
        List<ClusterObjectSet> claims = claims(2);
        claims.get(0).getMetadata().getAnnotations().keySet().retainAll(List.of(Annotations.PACKAGE_NAME));

        assertThat(ExtensionSets.of(extension(), claims).claimsAs(Optional.empty(), PACKAGE))
                .containsExactly(claims.get(0));
    }

    @Test
    void shouldTellThatAClaimCouldNotBeLookedInto() {
        List<ClusterObjectSet> claims = claims(2);
        ExtensionSets sets = ExtensionSets.of(extension(), claims);

        sets.joined(claims.get(1));
        assertThat(sets.failure()).isEmpty();
        sets.notAdopted(claims.get(0), new KubernetesClientException("the server is busy"));

        assertThat(sets.failure()).contains("taking over the ClusterObjectSet ce-1: the server is busy");
        assertThat(sets.revisions()).containsOnlyKeys("ce-2");
        assertThat(sets.claimsAs(Optional.of(ACCOUNT), PACKAGE)).containsExactly(claims.get(0));
    }

    @Test
    void shouldPassOverASetThatNoLongerClaimsToBeARevision() {
        List<ClusterObjectSet> claims = claims(2);
        claims.get(0).getMetadata().setLabels(Map.of());

        assertThat(ExtensionSets.of(extension(), claims).claimsAs(Optional.of(ACCOUNT), PACKAGE))
                .containsExactly(claims.get(1));
        assertThat(ExtensionSets.noLongerConcerned(claims.get(1), claims.get(0)))
                .containsExactly("ce");
    }

    private static ClusterExtension extension() {
        var extension = new ClusterExtension();
        extension.setMetadata(
                new ObjectMetaBuilder().withName("ce").withUid("u").build());
        return extension;
    }

    private static List<ClusterObjectSet> claims(int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(number -> {
                    ClusterObjectSet set = Fixtures.set(number, "1.0.0", LifecycleState.ACTIVE);
                    set.getMetadata().setLabels(Map.of(Labels.OWNER_NAME, "ce"));
                    set.getMetadata().getAnnotations().put(Annotations.SERVICE_ACCOUNT_NAMESPACE, ACCOUNT.namespace());
                    set.getMetadata().getAnnotations().put(Annotations.SERVICE_ACCOUNT_NAME, ACCOUNT.name());
                    set.getMetadata().getAnnotations().put(Annotations.PACKAGE_NAME, PACKAGE);
                    return set;
                })
                .toList();
    }
}
