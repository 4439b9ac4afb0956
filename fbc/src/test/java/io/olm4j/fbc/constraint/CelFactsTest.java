package io.olm4j.fbc.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.catalog.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares {@link CelRule} with the results of OLM Classic's own evaluation of generated rules. */
class CelFactsTest {
    private static final List<Map<String, Object>> PROPERTIES = CelValues.of(List.of(
            new Property("olm.package", "{\"packageName\": \"foo\", \"version\": \"1.2.3\"}"),
            new Property("certified", "\"true\""),
            new Property("level", "3"),
            new Property("nothing", "null"),
            new Property("flags", "[true, false, {\"a\": 1.5}]"),
            new Property("olm.gvk", "{\"group\": \"g\", \"version\": \"v1\", \"kind\": \"K\"}"),
            new Property("max", "\"4.10\""),
            new Property("big", "1e+21"),
            new Property("neg", "-2.5"),
            new Property("t", "true"),
            new Property("broken", "{")));

    static List<String> facts() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/io/olm4j/fbc/constraint/cel-facts.tsv"));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void shouldAgreeWithTheOriginal(String fact) {
        int tab = fact.indexOf('\t');

        assertThat(verdict(fact.substring(tab + 1))).isEqualTo(fact.substring(0, tab));
    }

    private static String verdict(String rule) {
        CelRule compiled;
        try {
            compiled = CelRule.compile(rule);
        } catch (ConstraintSyntaxException e) {
            return "error";
        }
        return String.valueOf(compiled.holds(PROPERTIES, new CelBudget()));
    }
}
