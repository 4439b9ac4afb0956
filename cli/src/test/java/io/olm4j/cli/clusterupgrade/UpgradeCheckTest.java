package io.olm4j.cli.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Labels;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link UpgradeCheck} and {@link RemovedApis}. */
class UpgradeCheckTest {

    private static final RemovedApi IP_ADDRESS = new RemovedApi(37, "networking.k8s.io", "v1beta1", "IPAddress");

    private static InstalledExtension installed(String name, String properties) {
        var extension = new ClusterExtension();
        extension.setMetadata(new ObjectMetaBuilder().withName(name).build());
        var set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder()
                .withName(name + "-1")
                .withUid("uid-" + name)
                .addToAnnotations(Annotations.OLM_PROPERTIES, properties)
                .build());
        set.setSpec(new ClusterObjectSetSpec(
                LifecycleState.ACTIVE, 1, CollisionProtection.PREVENT, List.of(), null, List.of()));
        return new InstalledExtension(
                extension,
                set,
                "ns",
                name,
                new InstalledBundle(name + ".v1", "1.0.0", Optional.empty()),
                Optional.of(properties));
    }

    private static List<String> problems(String to, List<ApiUse> uses, InstalledExtension... installed) {
        return UpgradeCheck.problems(List.of(installed), TargetVersion.parse(to).orElseThrow(), uses).stream()
                .map(problem -> problem.extension() + ": " + problem.message())
                .toList();
    }

    @Test
    void shouldNameBundlesThatDoNotSupportAVersionOfOpenShift() {
        var limited = installed("shop", "[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.19\"}]");
        var newer = installed("bank", "[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.21\"}]");
        var broken = installed("mill", "[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":[]}]");

        assertThat(problems("4.20", List.of(), limited, newer, broken))
                .containsExactly(
                        "shop: supports OpenShift up to 4.19: upgrade it to a version that supports 4.20",
                        "mill: invalid olm.maxOpenShiftVersion [: it must be a text or a number such as \"4.18\"");
        assertThat(problems("4.19", List.of(), limited, newer)).isEmpty();
        assertThat(problems("1.37", List.of(), limited, newer, broken)).isEmpty();
    }

    @Test
    void shouldNameABundleWhoseHelmReleaseCouldNotBeRead() {
        InstalledExtension lost = installed("shop", "[]");
        lost.revision().getMetadata().setAnnotations(Map.of());
        assertThat(problems("4.20", List.of(), lost)).isEmpty();

        lost.revision().getMetadata().setLabels(Map.of(Labels.MIGRATED_FROM_HELM, "true"));

        assertThat(problems("4.20", List.of(), lost))
                .containsExactly("shop: its Helm release could not be read, so that its olm.maxOpenShiftVersion is not"
                        + " known until another revision has rolled out");
    }

    @Test
    void shouldNameBundlesThatStateOtherVersionsInTheirManifests() {
        InstalledExtension stated = installed("shop", "[]");
        stated.revision()
                .getMetadata()
                .setAnnotations(Map.of(
                        "olm.operatorframework.io/dependencies",
                        "{\"requires\":[{\"type\":\"com.redhat.openshift.versions\",\"value\":\"\\\"v4.12-v4.18\\\"\"},"
                                + "{\"type\":\"" + PropertyTypes.MIN_KUBE_VERSION
                                + "\",\"value\":\"\\\"1.30.0\\\"\"}]}"));

        assertThat(problems("4.19", List.of(), stated))
                .containsExactly("shop: is published for OpenShift v4.12-v4.18 (com.redhat.openshift.versions)");
        assertThat(problems("4.18", List.of(), stated)).isEmpty();
        assertThat(problems("1.29", List.of(), stated)).containsExactly("shop: needs Kubernetes 1.30.0 or later");
        assertThat(problems("1.37", List.of(), stated)).isEmpty();
    }

    @Test
    void shouldNameObjectsThatAreWrittenInAnApiThatGoesAway() {
        var uses = IntStream.range(0, 7)
                .mapToObj(i -> new ApiUse("uid-shop", IP_ADDRESS, "ip-" + i, "shop-operator"))
                .toList();

        assertThat(problems("1.37", uses, installed("bank", "[]"), installed("shop", "[]")))
                .containsExactly(
                        "shop: networking.k8s.io/v1beta1 IPAddress was removed in Kubernetes 1.37, and these objects"
                                + " use it: ip-0 (by shop-operator), ip-1 (by shop-operator), ip-2 (by"
                                + " shop-operator),"
                                + " ip-3 (by shop-operator), ip-4 (by shop-operator) and 2 more");
    }

    @Test
    void shouldKnowTheApisThatAreGoneInAVersion() {
        assertThat(RemovedApis.until(37)).contains(IP_ADDRESS).isSortedAccordingTo((a, b) -> a.minor() - b.minor());
        assertThat(RemovedApis.until(36)).doesNotContain(IP_ADDRESS);
        assertThat(RemovedApis.until(25))
                .contains(
                        new RemovedApi(25, "policy", "v1beta1", "PodDisruptionBudget"),
                        new RemovedApi(16, "extensions", "v1beta1", "Deployment"));
        assertThat(RemovedApis.lastKnown()).isGreaterThan(37);
    }
}
