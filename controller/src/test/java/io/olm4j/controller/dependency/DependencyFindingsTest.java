package io.olm4j.controller.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.controller.dependency.DependencyFindings.Broken;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.dependency.DependencyFindings.Taker;
import io.olm4j.controller.dependency.DependencyFindings.Unmet;
import io.olm4j.controller.dependency.Participant.State;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link DependencyFindings} and {@link DependencyConditions}. */
class DependencyFindingsTest {

    private static final ApiKind API = new ApiKind("g", "v1", "Queue");
    private static final Property NEEDS_API =
            new Property("olm.gvk.required", "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"Queue\"}");
    private static final Property NEEDS_PACKAGE =
            new Property("olm.package.required", "{\"packageName\":\"queues\",\"versionRange\":\"<2.0.0\"}");
    private static final String NO_API = "requires the API Queue (g/v1), which the cluster does not serve";
    private static final State V1 = queues("1.0.0", API);
    private static final State V2 = queues("2.0.0");

    private static State queues(String version, ApiKind... provided) {
        return new State(
                InstalledPackages.of("queues", version, Optional.empty()),
                new BundleDependencies(List.of(), Set.of(provided)));
    }

    private static Participant needing(DependencyOverride override, Property... properties) {
        return new Participant(
                "user",
                Optional.of(
                        new State(InstalledPackages.of("user", "1.0.0", Optional.empty()), BundleDependencies.NONE)),
                List.of(),
                new BundleDependencies(List.of(properties), Set.of()),
                false,
                override);
    }

    private static Participant provider(Optional<State> now, State... before) {
        return new Participant(
                "provider",
                now,
                List.of(before),
                BundleDependencies.NONE,
                now.isEmpty(),
                new DependencyOverride.None());
    }

    private static Map<String, Finding> findings(Set<ApiKind> served, Participant... participants) {
        return DependencyFindings.of(new ClusterState(served, Set.of(), "v1.36.3", List.of(participants)));
    }

    private static Participant user(Property... properties) {
        return needing(new DependencyOverride.None(), properties);
    }

    @Test
    void shouldFindNothingWhereAllIsThere() {
        assertThat(findings(Set.of(API), user(NEEDS_API, NEEDS_PACKAGE), provider(Optional.of(V1))))
                .isEmpty();
    }

    @Test
    void shouldTellBothWhenAnUpgradeTookAnApiAway() {
        Map<String, Finding> findings = findings(Set.of(), user(NEEDS_API), provider(Optional.of(V2), V1));

        assertThat(findings)
                .isEqualTo(Map.of(
                        "user",
                        new Finding(
                                List.of(new Unmet(NO_API, List.of(new Taker("provider", "1.0.0", false)))), List.of()),
                        "provider",
                        new Finding(List.of(), List.of(new Broken("user", NO_API, "1.0.0")))));
    }

    @Test
    void shouldTellBothWhenAnUpgradeLeftTheRange() {
        Map<String, Finding> findings =
                findings(Set.of(API), user(NEEDS_API, NEEDS_PACKAGE), provider(Optional.of(V2), V1));

        String text = "requires package \"queues\" in range <2.0.0, but queues 2.0.0 is installed";
        assertThat(findings.getOrDefault("user", Finding.NONE).unmet())
                .containsExactly(new Unmet(text, List.of(new Taker("provider", "1.0.0", false))));
        assertThat(findings.getOrDefault("provider", Finding.NONE).broken())
                .containsExactly(new Broken("user", text, "1.0.0"));
    }

    @Test
    void shouldTellBothWhileTheProviderIsDeletedThoughTheApiIsStillServed() {
        Map<String, Finding> findings =
                findings(Set.of(API), user(NEEDS_API, NEEDS_PACKAGE), provider(Optional.empty(), V1));

        assertThat(findings.getOrDefault("user", Finding.NONE).unmet())
                .containsExactly(
                        new Unmet(NO_API, List.of(new Taker("provider", "1.0.0", true))),
                        new Unmet(
                                "requires package \"queues\" in range <2.0.0, but that package is not installed",
                                List.of(new Taker("provider", "1.0.0", true))));
        assertThat(findings.getOrDefault("provider", Finding.NONE).broken()).hasSize(2);
    }

    @Test
    void shouldNotCallAnApiMissingWhoseServerDoesNotAnswer() {
        // Given
        String apiVersion = API.group() + "/" + API.version();

        // When
        Map<String, Finding> findings = DependencyFindings.of(new ClusterState(
                Set.of(), Set.of(apiVersion), "v1.36.3", List.of(user(NEEDS_API), provider(Optional.of(V2), V1))));

        // Then
        Finding finding = findings.getOrDefault("user", Finding.NONE);
        assertThat(findings).containsOnlyKeys("user");
        assertThat(conditions(finding, new DependencyOverride.None()))
                .singleElement()
                .satisfies(met -> {
                    assertThat(met.status()).isEqualTo(Condition.Status.UNKNOWN);
                    assertThat(met.reason()).isEqualTo("Unanswered");
                    assertThat(met.message())
                            .isEqualTo("it requires the API " + API
                                    + ", and it is not known whether the cluster serves it: the"
                                    + " server of that API does not answer");
                });
    }

    @Test
    void shouldSeparateWhatIsMissingWhateverASilentServerServes() {
        // Given
        String api = "{\"gvk\":{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"Queue\"}}";
        String pack = "{\"package\":{\"packageName\":\"absent\",\"versionRange\":\">=1.0.0\"}}";
        String constraint = "{\"failureMessage\":\"needs it\",\"%s\":{\"constraints\":[" + api + "," + pack + "]}}";

        // Then
        assertThat(unmetWhileSilent(constraint.formatted("any")))
                .singleElement()
                .satisfies(unmet -> assertThat(unmet.isKnown()).isFalse());
        assertThat(unmetWhileSilent(constraint.formatted("all")))
                .singleElement()
                .satisfies(unmet -> assertThat(unmet.isKnown()).isTrue());
    }

    private static List<Unmet> unmetWhileSilent(String constraint) {
        return DependencyFindings.of(new ClusterState(
                        Set.of(), Set.of("g/v1"), "v1.36.3", List.of(user(new Property("olm.constraint", constraint)))))
                .getOrDefault("user", Finding.NONE)
                .unmet();
    }

    @Test
    void shouldCountAnApiThatAnotherOneStillProvides() {
        Participant other = new Participant(
                "other", Optional.of(V1), List.of(), BundleDependencies.NONE, false, new DependencyOverride.None());

        assertThat(findings(Set.of(API), user(NEEDS_API), provider(Optional.empty(), V1), other))
                .isEmpty();
    }

    @Test
    void shouldNotBlameAnExtensionThatNeverHadIt() {
        Map<String, Finding> findings = findings(Set.of(), user(NEEDS_API), provider(Optional.of(V2), V2));

        assertThat(findings).isEqualTo(Map.of("user", new Finding(List.of(new Unmet(NO_API, List.of())), List.of())));
    }

    @Test
    void shouldTakeWhatItProvidesItselfAsThere() {
        Participant own = new Participant(
                "own",
                Optional.empty(),
                List.of(),
                new BundleDependencies(List.of(NEEDS_API), Set.of(API)),
                false,
                new DependencyOverride.None());

        assertThat(findings(Set.of(), own)).isEmpty();
    }

    @Test
    void shouldBlameNoExtensionForWhatIsIgnored() {
        Map<String, Finding> findings =
                findings(Set.of(), needing(new DependencyOverride.Ignore(), NEEDS_API), provider(Optional.of(V2), V1));

        assertThat(findings).containsOnlyKeys("user");
    }

    private static List<Condition> conditions(Finding finding, DependencyOverride override) {
        var conditions = new Conditions(List.of(), 1, Instant.EPOCH);
        DependencyConditions.set(conditions, finding, override);
        return conditions.toList();
    }

    @Test
    void shouldSayNothingWhereNothingIsMissing() {
        assertThat(conditions(Finding.NONE, new DependencyOverride.None())).isEmpty();
        assertThat(conditions(Finding.NONE, new DependencyOverride.Ignore())).isEmpty();
    }

    @Test
    void shouldNameWhatIsMissingAndTheExtensionThatTookIt() {
        var finding = new Finding(
                List.of(new Unmet(NO_API, List.of(new Taker("provider", "1.0.0", false)))),
                List.of(new Broken("other", NO_API, "3.0.0")));

        assertThat(conditions(finding, new DependencyOverride.None()))
                .satisfiesExactly(
                        met -> {
                            assertThat(met.type()).isEqualTo("DependenciesMet");
                            assertThat(met.status()).isEqualTo(Condition.Status.FALSE);
                            assertThat(met.reason()).isEqualTo("Unmet");
                            assertThat(met.message())
                                    .isEqualTo("it " + NO_API
                                            + "; ClusterExtension \"provider\" provided it in version 1.0.0 and"
                                            + " has been upgraded");
                        },
                        breaks -> {
                            assertThat(breaks.type()).isEqualTo("BreaksDependents");
                            assertThat(breaks.status()).isEqualTo(Condition.Status.TRUE);
                            assertThat(breaks.reason()).isEqualTo("Upgraded");
                            assertThat(breaks.message())
                                    .isEqualTo("ClusterExtension \"other\" " + NO_API
                                            + "; version 3.0.0 of this one provided it");
                        });
        assertThat(conditions(finding, new DependencyOverride.Ignore()).getFirst())
                .satisfies(met -> {
                    assertThat(met.reason()).isEqualTo("Ignored");
                    assertThat(met.status()).isEqualTo(Condition.Status.FALSE);
                    assertThat(met.message())
                            .startsWith("ignored, as an annotation of the extension says: it requires");
                });
    }

    @Test
    void shouldSayThatAnAnnotationHasNoEffect() {
        var invalid = new DependencyOverride.Invalid("false");

        assertThat(conditions(Finding.NONE, invalid)).singleElement().satisfies(met -> {
            assertThat(met.status()).isEqualTo(Condition.Status.TRUE);
            assertThat(met.reason()).isEqualTo("InvalidAnnotation");
            assertThat(met.message())
                    .isEqualTo("the annotation olm4j.io/dependency-check has the value \"false\", which has no effect:"
                            + " set it to Ignore, or remove it");
        });
        assertThat(conditions(new Finding(List.of(new Unmet(NO_API, List.of())), List.of()), invalid))
                .singleElement()
                .satisfies(met -> {
                    assertThat(met.reason()).isEqualTo("Unmet");
                    assertThat(met.message()).contains(NO_API, "which has no effect");
                });
    }

    @Test
    void shouldBoundTheMessage() {
        List<Unmet> many = Collections.nCopies(1_000, new Unmet(NO_API, List.of()));

        assertThat(conditions(new Finding(many, List.of()), new DependencyOverride.None())
                        .getFirst()
                        .message())
                .hasSizeLessThan(1_000)
                .endsWith("\nand 995 more");
    }
}
