package io.olm4j.controller.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.controller.catalog.Provider;
import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.DependencyCheck;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link UnmetMessage}. */
class UnmetMessageTest {

    private static final InstallCommand COMMAND = new InstallCommand("apps", Optional.of("installer"));
    private static final String IGNORE =
            "\nTo do without: kubectl annotate clusterextension ce olm4j.io/dependency-check=Ignore";

    private final List<Provider> providers = new ArrayList<>();
    private final List<CatalogGraph> graphs = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private Map<String, String> installed = Map.of();

    private String message(Property... properties) {
        var facts =
                new ClusterFacts(Set.of(), "v1.30.0", List.of(InstalledPackages.of("old", "0.9.0", Optional.empty())));
        return UnmetMessage.of(
                DependencyCheck.unmet(List.of(properties), facts),
                "ce",
                new Offers() {
                    @Override
                    public List<Provider> providers(ApiKind api) {
                        return providers;
                    }

                    @Override
                    public Candidates candidates(String packageName) {
                        return new Candidates(
                                graphs.stream()
                                        .filter(graph -> graph.graph().name().equals(packageName))
                                        .toList(),
                                unavailable,
                                true);
                    }
                },
                name -> Optional.ofNullable(installed.get(name)),
                COMMAND);
    }

    private static Property api(String kind) {
        return new Property("olm.gvk.required", "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"" + kind + "\"}");
    }

    private static Property packageRequired(String name, String range) {
        return new Property(
                "olm.package.required", "{\"packageName\":\"" + name + "\",\"versionRange\":\"" + range + "\"}");
    }

    private void offer(String packageName, String... versions) {
        graphs.add(new CatalogGraph(
                "c",
                0,
                new PackageGraph(
                        packageName,
                        Optional.empty(),
                        List.of(),
                        Stream.of(versions)
                                .map(version -> new Bundle("b", "i", version, List.of()))
                                .toList(),
                        List.of())));
    }

    private static String install(String name, String version) {
        return "\nTo install what is missing: echo '{\"apiVersion\":\"olm.operatorframework.io/v1\","
                + "\"kind\":\"ClusterExtension\",\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":{\"namespace\":\"apps\",\"serviceAccount\":{\"name\":\"installer\"},"
                + "\"source\":{\"sourceType\":\"Catalog\",\"catalog\":{\"packageName\":\"" + name + "\"" + version
                + "}}}}' | kubectl create -f -";
    }

    @Test
    void shouldNameThePackageThatProvidesAnApi() {
        providers.add(new Provider("c", "queues"));

        assertThat(message(api("Queue")))
                .isEqualTo("a dependency is not met, so that the bundle is not installed:\n"
                        + "- it requires the API Queue (g/v1), which the cluster does not serve; package \"queues\" of"
                        + " catalog \"c\" provides it"
                        + install("queues", "") + IGNORE);
    }

    @Test
    void shouldSayThatNoCatalogHasIt() {
        assertThat(message(api("Queue"), packageRequired("none", ">=1.0.0")))
                .isEqualTo("2 dependencies are not met, so that the bundle is not installed:\n"
                        + "- it requires the API Queue (g/v1), which the cluster does not serve; no package of the"
                        + " selected catalogs provides it\n"
                        + "- it requires package \"none\" in range >=1.0.0, but that package is not installed; no"
                        + " selected catalog offers this package" + IGNORE);
        unavailable.add(new Unavailable("down", 0, "why"));
        assertThat(message(packageRequired("none", ">=1.0.0")))
                .contains("no selected catalog offers this package (not every catalog answered: \"down\")");
    }

    @Test
    void shouldSayWhichVersionsAreOffered() {
        offer("foo", "1.0.0", "1.1.0", "1.2.0", "1.3.0", "nonsense");
        offer("bar", "1.0.0", "2.0.0");

        assertThat(message(packageRequired("foo", ">=1.1.0"), packageRequired("bar", "<2.0.0")))
                .contains(
                        "; available: 1.3.0 of catalog \"c\", 1.2.0 of catalog \"c\", 1.1.0 of catalog \"c\"\n",
                        "; available: 1.0.0 of catalog \"c\"\n",
                        install("foo", ""),
                        install("bar", ",\"version\":\"1.0.0\""));
        assertThat(message(packageRequired("foo", ">=9.0.0")))
                .contains("; the selected catalogs offer only 1.3.0 of catalog \"c\", 1.2.0 of catalog \"c\", 1.1.0 of"
                        + " catalog \"c\" and 1 more")
                .doesNotContain("kubectl create");
    }

    @Test
    void shouldNameTheExtensionThatHasThePackageInAnotherVersion() {
        offer("old", "0.9.0", "1.0.0");
        installed = Map.of("old", "old-one");

        assertThat(message(packageRequired("old", ">=1.0.0")))
                .contains("but old 0.9.0 is installed; available: 1.0.0 of catalog \"c\": the package is installed by"
                        + " ClusterExtension \"old-one\", whose spec.source.catalog.version decides")
                .doesNotContain("kubectl create");
    }

    @Test
    void shouldGiveOneCommandForOnePackage() {
        providers.add(new Provider("c", "queues"));
        offer("queues", "3.0.0");

        assertThat(message(packageRequired("queues", ">2.0.0"), api("Queue"), api("Topic")))
                .containsOnlyOnce("kubectl create");
    }

    @Test
    void shouldGiveNoCommandWithWhatIsNoName() {
        for (String name : List.of("x'; rm -rf ~; '", "$(reboot)", "A", "x\\ny", "x".repeat(300))) {
            providers.clear();
            providers.add(new Provider("c", name));

            assertThat(message(api("Queue"))).doesNotContain("kubectl create").hasSizeLessThan(1_000);
        }
    }

    @Test
    void shouldFitOneScreen() {
        Property[] many = Stream.iterate(0, i -> i + 1)
                .limit(200)
                .map(i -> api("Kind" + i))
                .toArray(Property[]::new);

        String message = message(many);

        assertThat(message).startsWith("200 dependencies are not met").contains("\n- and 195 more\n");
        assertThat(message.lines()).hasSizeLessThan(12);
    }

    @Test
    void shouldSayWhichKubernetesIsNeeded() {
        assertThat(message(new Property("olm4j.io/minKubeVersion", "\"1.31.0\"")))
                .contains("- it requires Kubernetes 1.31.0 or newer, but the cluster is 1.30.0\nTo do without");
    }
}
