package io.olm4j.fbc.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.fbc.property.ApiKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link ConstraintParser}. */
class ConstraintParserTest {
    private static final Constraint K = new Constraint.Gvk(new ApiKind("g", "v1", "K"), Optional.empty());
    private static final String K_JSON = "{\"gvk\":{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"K\"}}";

    @Test
    void shouldReadEveryKind() {
        assertThat(ConstraintParser.parse(K_JSON)).isEqualTo(K);
        assertThat(ConstraintParser.parse("{\"all\":{\"constraints\":[" + K_JSON + "]},\"failureMessage\":\"m\"}"))
                .isEqualTo(new Constraint.All(List.of(K), Optional.of("m")));
        assertThat(ConstraintParser.parse("{\"any\":{\"constraints\":[" + K_JSON + "," + K_JSON + "]}}"))
                .isEqualTo(new Constraint.Any(List.of(K, K), Optional.empty()));
        assertThat(ConstraintParser.parse("{\"not\":{}}")).isEqualTo(new Constraint.Not(List.of(), Optional.empty()));
        assertThat(ConstraintParser.parse("{\"cel\":{\"rule\":\"true\"}}"))
                .isEqualTo(new Constraint.Cel(CelRule.compile("true"), Optional.empty()));
        assertThat(ConstraintParser.parse("{\"Package\":{\"packagename\":\"foo\",\"VERSIONRANGE\":\">=1.0.0\"}}"))
                .isInstanceOfSatisfying(Constraint.PackageRange.class, range -> {
                    assertThat(range.packageName()).isEqualTo("foo");
                    assertThat(range.versionRange().text()).isEqualTo(">=1.0.0");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "'gvk,package,all,any,not,cel', Gvk",
        "'package,all,any,not,cel', PackageRange",
        "'cel,not,any,all', All",
        "'cel,not,any', Any",
        "'cel,not', Not"
    })
    void shouldTakeTheFirstOfSeveralKinds(String kinds, String taken) {
        StringBuilder json = new StringBuilder("{\"failureMessage\":\"\"");
        for (String kind : kinds.split(",", -1)) {
            json.append(",\"" + kind + "\":" + (kind.equals("package") ? "{\"versionRange\":\"1.x\"}" : "{}"));
        }

        assertThat(ConstraintParser.parse(json + "}").getClass().getSimpleName())
                .isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | constraint is empty",
                "null | constraint is empty",
                "{\"gvk\":null} | constraint is empty",
                "{\"all\":{\"constraints\":[{},1]}} | parse olm.constraint: all.constraints[1] must be an object,"
                        + " not a number",
                "{\"all\":{\"constraints\":[{}]}} | all.constraints[0]: constraint is empty",
                "{\"all\":{\"constraints\":{}}} | parse olm.constraint: all.constraints must be a list, not an object",
                "{\"any\":[]} | parse olm.constraint: any must be an object, not a list",
                "[] | parse olm.constraint: the value must be an object, not a list",
                "{\"package\":{\"name\":\"foo\"}} | parse olm.constraint: unknown field \"name\" in package; known"
                        + " are packageName, versionRange",
                "{\"gvk\":{},\"none\":{}} | parse olm.constraint: unknown field \"none\"; known are"
                        + " failureMessage, cel, package, gvk, all, any, not",
                "{\"gvk\":{},\"cel\":{\"expr\":\"\"}} | parse olm.constraint: unknown field \"expr\" in cel; known"
                        + " are rule",
                "{\"gvk\":{\"kind\":1}} | parse olm.constraint: gvk.kind must be a string, not a number",
                "{\"failureMessage\":[]} | parse olm.constraint: failureMessage must be a string, not a list",
                "{\"package\":{\"packageName\":\"a\",\"versionRange\":\"~1\"}} | package.versionRange: Could not",
                "{\"not\":{\"constraints\":[{\"cel\":{\"rule\":\"1\"}}]}} | not.constraints[0].cel.rule: cel"
                        + " expressions must have type Bool",
                "{\"cel\":{}} | cel.rule: not a CEL rule: line 1, column 1: mismatched input",
                "{ | parse olm.constraint: not valid JSON",
            })
    void shouldRefuse(String json, String problem) {
        assertThatThrownBy(() -> ConstraintParser.parse(json))
                .isInstanceOf(ConstraintSyntaxException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void shouldRefuseMoreThan131072Bytes() {
        String fits = "{\"not\":{},\"failureMessage\":\"" + "\u00e9".repeat((131072 - 30) / 2) + "\"}";
        assertThat(fits.getBytes(StandardCharsets.UTF_8)).hasSize(131072);
        assertThat(ConstraintParser.parse(fits)).isInstanceOf(Constraint.Not.class);

        assertThatThrownBy(() -> ConstraintParser.parse(fits + " "))
                .hasMessage("olm.constraint value is greater than max constraint size 131072 bytes");
    }

    private static String nested(int depth) {
        return "{\"all\":{\"constraints\":[".repeat(depth - 1) + K_JSON + "]}}".repeat(depth - 1);
    }

    @Test
    void shouldLimitNesting() {
        assertThat(ConstraintParser.parse(nested(50))).isInstanceOf(Constraint.All.class);
        for (int depth : new int[] {51, 3000, 4500}) {
            assertThatThrownBy(() -> ConstraintParser.parse(nested(depth)))
                    .isInstanceOf(ConstraintSyntaxException.class)
                    .hasMessageContaining("nest");
        }
        assertThatThrownBy(() -> ConstraintParser.parse("{\"gvk\":" + "[".repeat(60000)))
                .isInstanceOf(ConstraintSyntaxException.class);
    }

    /** Any text is read as a constraint or refused in one sentence. */
    @RepeatedTest(300)
    void shouldReadOrRefuseMutatedText(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        StringBuilder json = new StringBuilder(
                "{\"failureMessage\":\"m\",\"all\":{\"constraints\":[{\"gvk\":{\"group\":\"g\",\"version\":\""
                        + "v1\",\"kind\":\"K\"}},"
                        + "{\"not\":{\"constraints\":[{\"package\":{\"packageName\":\"a\",\"versionRange\":\""
                        + ">1.0.0\"}}]}},"
                        + "{\"cel\":{\"rule\":\"properties.exists(p, p.type == 'a')\"}}]}}");
        String alphabet = "{}[]:,\"'.()=pax1 \\\u00e9\u2028";
        for (int i = random.nextInt(4); i >= 0; i--) {
            json.setCharAt(random.nextInt(json.length()), alphabet.charAt(random.nextInt(alphabet.length())));
        }
        try {
            assertThat(ConstraintParser.parse(json.toString())).isNotNull();
        } catch (ConstraintSyntaxException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }
}
