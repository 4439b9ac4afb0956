package io.olm4j.controller.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link BundleDependencies} and {@link DependenciesAnnotation}. */
class BundleDependenciesTest {

    private static final Property PACKAGE =
            new Property("olm.package.required", "{\"packageName\":\"foo\",\"versionRange\":\">=1.0.0\"}");
    private static final Property API =
            new Property("olm.gvk.required", "{\"group\":\"g\",\"kind\":\"K\",\"version\":\"v1\"}");
    private static final ApiKind OWN = new ApiKind("own.example.com", "v1", "Own");

    @Test
    void shouldTakeFromACatalogWhatSaysSomethingOfDependencies() {
        BundleDependencies dependencies = BundleDependencies.ofProperties(List.of(
                new Property("olm.package", "{}"),
                PACKAGE,
                new Property("olm.gvk", "{\"group\":\"own.example.com\",\"kind\":\"Own\",\"version\":\"v1\"}"),
                API,
                new Property("olm.gvk", "{")));

        assertThat(dependencies).isEqualTo(new BundleDependencies(List.of(PACKAGE, API), Set.of(OWN)));
    }

    @Test
    void shouldKeepOnceWhatTwoSourcesSay() {
        Property same = new Property("olm.gvk.required", "{\"version\":\"v1\",\"kind\":\"K\",\"group\":\"g\"}");
        Property unreadable = new Property("olm.gvk.required", "{");

        BundleDependencies both = BundleDependencies.ofProperties(List.of(PACKAGE, API, unreadable))
                .plus(new BundleDependencies(List.of(same, unreadable), Set.of(OWN)));

        assertThat(both.required()).containsExactly(PACKAGE, API, unreadable);
        assertThat(both.provided()).containsExactly(OWN);
    }

    @Test
    void shouldReadWhatItWrote() {
        var dependencies = new BundleDependencies(
                List.of(PACKAGE, new Property("olm.constraint", "{\"cel\":{\"rule\":\"1.0 == 1.00\"}}")),
                Set.of(OWN, new ApiKind("", "v1", "Pod")));

        Optional<String> text = DependenciesAnnotation.write(dependencies);

        assertThat(DependenciesAnnotation.read(text)).isEqualTo(dependencies);
        assertThat(text.orElseThrow()).endsWith("\"provides\":[\"own.example.com/v1/Own\",\"v1/Pod\"]}");
        assertThat(DependenciesAnnotation.write(BundleDependencies.NONE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "7", "{\"requires\":{},\"provides\":\"x\"}", "{\"provides\":[\"x\",7]}"})
    void shouldReadNothingFromWhatOthersWrote(String text) {
        assertThat(DependenciesAnnotation.read(Optional.of(text))).isEqualTo(BundleDependencies.NONE);
    }

    @Test
    void shouldKeepOfTooMuchWhatFits() {
        List<Property> many = new ArrayList<>();
        Set<ApiKind> apis = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            many.add(new Property("olm.constraint", "\"" + i + "\""));
            apis.add(new ApiKind("g" + i, "v1", "K"));
        }
        many.add(0, new Property("olm.constraint", "\"" + "x".repeat(100_000) + "\""));
        var all = new BundleDependencies(many, apis);

        String text = DependenciesAnnotation.write(all).orElseThrow();

        assertThat(text).hasSizeLessThan(200_000);
        BundleDependencies kept = DependenciesAnnotation.read(Optional.of(text));
        assertThat(kept.required()).hasSizeGreaterThan(500).doesNotContain(many.getFirst());
        assertThat(kept.provided()).hasSizeGreaterThan(500);
        assertThat(kept.required())
                .as("what is kept does not depend on what comes after it")
                .containsAll(new BundleDependencies(many.subList(0, 100), Set.of())
                        .bounded()
                        .required());
    }
}
