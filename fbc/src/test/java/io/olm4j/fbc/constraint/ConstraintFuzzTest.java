package io.olm4j.fbc.constraint;

import io.olm4j.testsupport.Fuzzing;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fuzzing of constraints and of the CEL expressions in them. */
class ConstraintFuzzTest {
    private static final List<Property> PROPERTIES = List.of(
            new Property("olm.package", "{\"packageName\":\"foo\",\"version\":\"1.2.3\"}"),
            new Property("flags", "[true,false,{\"a\":1.5}]"));

    @Test
    void shouldReadOrRefuseConstraints() {
        Fuzzing.from("""
            {"failureMessage":"m","all":{"constraints":[{"gvk":{"group":"g","version":"v1","kind":"K"}},
            {"package":{"packageName":"a","versionRange":">=1.0.0"}}]}}
            """, """
            {"any":{"constraints":[{"not":{"constraints":[{"package":{"packageName":"b",
            "versionRange":"1.x"}}]}}]}}
            """)
                .withWords("\"all\":{\"constraints\":[", "\"not\":", "\"cel\":{\"rule\":\"true\"}", "{}", "[]")
                .allowing(ConstraintSyntaxException.class)
                .texts(ConstraintParser::parse);
    }

    @Test
    void shouldEvaluateOrRefuseRules() {
        Fuzzing.from(
                        "properties.exists(p, p.type == 'olm.package' && semver_compare(p.value.version, '1.2.3') =="
                                + " 0)",
                        "properties.all(p, has(p.type) || p.value[0] ? true : size(p.type) > 2)",
                        "properties.map(p, p.type).filter(t, t.startsWith('olm.') && t.matches('^o(l|m)+[.]')).size()"
                                + " == 2")
                .slow()
                .withWords(
                        "p.value",
                        "properties",
                        ".exists(q, ",
                        ".map(q, ",
                        "&&",
                        "||",
                        "[0]",
                        "{'a': 1}",
                        "1u",
                        "b'x'",
                        "-9223372036854775808",
                        "r'\\'",
                        "'''",
                        "string(",
                        "timestamp('x')",
                        "duration('1s')",
                        "in",
                        "?")
                .allowing(ConstraintSyntaxException.class)
                .allowing(CelBudget.ExhaustedException.class)
                .texts(text -> CelRule.compile(text).holds(CelValues.of(PROPERTIES), new CelBudget()));
    }
}
