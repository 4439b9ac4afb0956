package io.olm4j.fbc.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link DependencyCheck}. */
class DependencyCheckTest {
    /** The cluster serves Served; foo 0.9.0 provides Foo, bar 2.1.0 is certified, odd has no readable version. */
    private static final ClusterFacts FACTS = new ClusterFacts(
            Set.of(new ApiKind("g", "v1", "Served"), new ApiKind("g", "v1beta1", "Old")),
            "v1.36.3-vendor.7+x",
            List.of(
                    installed("foo", "0.9.0", api("Foo"), new Property("olm.gvk", "{")),
                    installed("bar", "2.1.0", new Property("certified", "\"true\"")),
                    installed("odd", "next")));

    private static final ClusterFacts NOTHING = new ClusterFacts(Set.of(), "", List.of());

    private static ClusterFacts.InstalledPackage installed(String name, String version, Property... properties) {
        return new ClusterFacts.InstalledPackage(name, version, List.of(properties));
    }

    private static Property api(String kind) {
        return new Property("olm.gvk", gvk(kind));
    }

    private static String gvk(String kind) {
        return "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"" + kind + "\"}";
    }

    private static String packageJson(String name, String range) {
        return "{\"packageName\":\"" + name + "\",\"versionRange\":\"" + range + "\"}";
    }

    private static List<String> unmet(ClusterFacts facts, Property... properties) {
        return DependencyCheck.unmet(List.of(properties), facts).stream()
                .map(UnmetDependency::text)
                .toList();
    }

    private static List<String> unmet(String type, String value) {
        return unmet(FACTS, new Property(type, value));
    }

    @Test
    void shouldFindNothingMissingWithoutDependencies() {
        assertThat(unmet(NOTHING, api("Own"), new Property("olm.package", "{"), new Property("custom", "")))
                .isEmpty();
    }

    @Test
    void shouldFindApiThatIsServedOrProvided() {
        assertThat(unmet("olm.gvk.required", gvk("Served"))).isEmpty();
        assertThat(unmet("olm.gvk.required", gvk("Foo"))).isEmpty();
        assertThat(unmet(NOTHING, new Property("olm.gvk.required", gvk("Own")), api("Own")))
                .isEmpty();
        assertThat(unmet("olm.gvk.required", gvk("Other")))
                .containsExactly("requires the API Other (g/v1), which the cluster does not serve");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo | >=1.0.0 <2.0.0 | requires package \"foo\" in range >=1.0.0 <2.0.0, but foo 0.9.0 is installed",
                "baz | >=1.0.0 | requires package \"baz\" in range >=1.0.0, but that package is not installed",
                "odd | >=1.0.0 | requires package \"odd\" in range >=1.0.0, but odd in the unreadable version"
                        + " \"next\" is installed",
            })
    void shouldNameMissingPackage(String name, String range, String text) {
        assertThat(unmet("olm.package.required", packageJson(name, range))).containsExactly(text);
    }

    @Test
    void shouldFindPackageInRange() {
        assertThat(unmet("olm.package.required", packageJson("foo", "<1.0.0"))).isEmpty();
        assertThat(unmet("olm.package.required", packageJson("bar", "1.x || 2.x")))
                .isEmpty();
        ClusterFacts several =
                new ClusterFacts(Set.of(), "", List.of(installed("a", "1.0.0"), installed("a", "2.0.0")));
        assertThat(unmet(several, new Property("olm.package.required", packageJson("a", ">=2.0.0"))))
                .isEmpty();
        assertThat(unmet(several, new Property("olm.package.required", packageJson("a", ">=3.0.0"))))
                .containsExactly("requires package \"a\" in range >=3.0.0, but a 1.0.0 and a 2.0.0 is installed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.36.3 |",
                "1.36 |",
                "v1.20 |",
                "'' |",
                "1.36.4 | requires Kubernetes 1.36.4 or newer, but the cluster is 1.36.3",
                "2 | requires Kubernetes 2.0.0 or newer, but the cluster is 1.36.3",
                "soon | has the unreadable minKubeVersion \"soon\"",
            })
    void shouldCompareTheVersionOfTheCluster(String minimum, String text) {
        List<String> unmet = unmet("olm4j.io/minKubeVersion", "\"" + minimum + "\"");

        assertThat(unmet).isEqualTo(text == null ? List.of() : List.of(text));
    }

    @Test
    void shouldNotMindAVersionThatIsNotKnown() {
        assertThat(unmet(NOTHING, new Property("olm4j.io/minKubeVersion", "\"9.9.9\"")))
                .isEmpty();
    }

    @Test
    void shouldSayInWhichOtherVersionAnApiIsServed() {
        assertThat(unmet("olm.gvk.required", gvk("Old")))
                .containsExactly("requires the API Old (g/v1), which the cluster serves only in version v1beta1");
    }

    @Test
    void shouldReportWhatTwoPropertiesSayOnce() {
        assertThat(unmet(
                        FACTS,
                        new Property("olm.gvk.required", gvk("Other")),
                        new Property("olm.gvk.required", "{\"kind\":\"Other\", \"version\":\"v1\", \"group\":\"g\"}")))
                .hasSize(1);
    }

    @Test
    void shouldNameWhatWouldHelp() {
        String json = constraint("all[FOO,any[BAZ,KIND_O],not[KIND_F]]");

        assertThat(DependencyCheck.unmet(List.of(new Property("olm.constraint", json)), FACTS))
                .singleElement()
                .satisfies(unmet -> assertThat(unmet.missing())
                        .satisfiesExactly(
                                missing -> assertThat(missing)
                                        .isInstanceOfSatisfying(Missing.PackageInRange.class, wanted -> {
                                            assertThat(wanted.name()).isEqualTo("baz");
                                            assertThat(wanted.range().text()).isEqualTo("2.x");
                                        }),
                                missing -> assertThat(missing)
                                        .isEqualTo(new Missing.Api(new ApiKind("g", "v1", "Other")))));
    }

    @Test
    void shouldReportMalformedPropertiesInTheirOrder() {
        List<UnmetDependency> unmet = DependencyCheck.unmet(
                List.of(
                        new Property("olm.gvk.required", "{"),
                        new Property("olm.package.required", packageJson("foo", "~1")),
                        new Property("olm.constraint", "{}"),
                        new Property("olm.package.required", "\"foo\"")),
                FACTS);

        assertThat(unmet)
                .extracting(UnmetDependency::text)
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("property[0] of type \"olm.gvk.required\": not valid JSON"),
                        text -> assertThat(text).startsWith("property[1] of type \"olm.package.required\": Could not"),
                        text -> assertThat(text)
                                .isEqualTo("property[2] of type \"olm.constraint\": constraint is empty"),
                        text -> assertThat(text)
                                .isEqualTo("property[3] of type \"olm.package.required\": value must be an object,"
                                        + " not a string"));
    }

    private static String constraint(String template) {
        return template.replace("CERTIFIED", "{\"cel\":{\"rule\":\"properties.exists(p, p.type == 'certified')\"}}")
                .replace("NOTANY", "{\"cel\":{\"rule\":\"size(properties) == 0\"}}")
                .replace("FOO", "{\"package\":" + packageJson("foo", "0.x") + "}")
                .replace("BAR", "{\"package\":" + packageJson("bar", "2.x") + "}")
                .replace("BAZ", "{\"package\":" + packageJson("baz", "2.x") + "}")
                .replace("KIND_F", "{\"gvk\":" + gvk("Foo") + "}")
                .replace("KIND_S", "{\"gvk\":" + gvk("Served") + "}")
                .replace("KIND_O", "{\"gvk\":" + gvk("Other") + "}")
                .replaceAll("(all|any|not)\\[", "{\"$1\":{\"constraints\":[")
                .replaceAll("\\](?=\\]|,|$)", "]}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FOO | true",
                "BAZ | false",
                "KIND_S | true",
                "KIND_F | true",
                "KIND_O | false",
                "CERTIFIED | true",
                "all[FOO,KIND_F] | true",
                "all[FOO,KIND_S] | true",
                "all[BAR,CERTIFIED] | true",
                "all[KIND_S] | true",
                "all[] | true",
                "any[] | false",
                "not[] | true",
                "any[BAZ,KIND_O,BAR] | true",
                "any[BAZ,KIND_O] | false",
                "all[BAR,not[KIND_F]] | true",
                "not[FOO] | true",
                "not[KIND_S] | false",
                "not[KIND_O] | true",
                "all[CERTIFIED,any[FOO,BAR]] | true",
                "all[FOO,BAR] | false",
                "all[BAR,KIND_F] | false",
                "all[FOO,CERTIFIED] | false",
                "all[FOO,not[KIND_F]] | false",
                "NOTANY | true",
            })
    void shouldTestConstraintAgainstOneBundleAtATime(String template, boolean fulfilled) {
        assertThat(unmet("olm.constraint", constraint(template)).isEmpty()).isEqualTo(fulfilled);
    }

    @Test
    void shouldSayWhatConstraintRequires() {
        String json = constraint("all[FOO,any[BAZ,KIND_O],not[CERTIFIED]]");
        String withMessage = "{\"failureMessage\":\"install foo first\"," + json.substring(1);

        assertThat(unmet("olm.constraint", withMessage))
                .containsExactly("requires all of (package \"foo\" in range 0.x; "
                        + "any of (package \"baz\" in range 2.x; the API Other (g/v1)); "
                        + "none of (the rule \"properties.exists(p, p.type == 'certified')\")), "
                        + "which no installed bundle fulfils: install foo first");
        assertThat(unmet(
                        "olm.constraint",
                        "{\"failureMessage\":\"needed\"," + constraint("BAZ").substring(1)))
                .containsExactly("requires package \"baz\" in range 2.x, but that package is not installed: needed");
    }

    @Test
    void shouldNeverCountTooCostlyRuleAsFulfilled() {
        String bomb = "{\"cel\":{\"rule\":\"dyn([1]" + ".map(a, [a, a])".repeat(30) + ") == dyn([2])\"}}";

        assertThat(unmet("olm.constraint", bomb))
                .singleElement()
                .asString()
                .contains("its CEL rule costs more to evaluate than is allowed")
                .hasSizeLessThan(800);
        assertThat(unmet("olm.constraint", "{\"not\":{\"constraints\":[" + bomb + "]}}"))
                .hasSize(1);
        assertThat(unmet("olm.constraint", "{\"any\":{\"constraints\":[" + constraint("FOO") + "," + bomb + "]}}"))
                .isEmpty();
    }

    @Test
    void shouldBearBundleFullOfBombs() {
        List<Property> bombs = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String bomb = "{\"cel\":{\"rule\":\"['a" + i + "']" + ".map(a, a + a)".repeat(30) + " == ['']\"}}";
            bombs.add(new Property("olm.constraint", bomb));
        }

        List<UnmetDependency> unmet = DependencyCheck.unmet(bombs, FACTS);

        assertThat(unmet).hasSize(500);
        assertThat(unmet.getLast().text()).contains("together longer than 131072 characters");
    }
}
