package io.olm4j.fbc.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cel.runtime.CelEvaluationException;
import io.olm4j.testsupport.Patience;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link CelRule}. */
class CelRuleTest {
    private static final List<Property> PROPERTIES = List.of(
            new Property("olm.package", "{\"packageName\":\"foo\",\"version\":\"1.2.3\"}"),
            new Property("certified", "\"true\""),
            new Property("level", "3"),
            new Property("nothing", "null"),
            new Property("flags", "[true,false,{\"a\":1.5}]"),
            new Property("broken", "{"),
            new Property("olm.gvk", "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"K\"}"));

    private static boolean holds(String rule) {
        return CelRule.compile(rule).holds(CelValues.of(PROPERTIES), new CelBudget());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "properties.exists(p, p.type == 'certified' && p.value == 'true')",
                "properties.exists(p, p.type == 'olm.package' && semver_compare(p.value.version, '1.2.3') == 0)",
                "properties.exists(p, p.type == 'olm.package' && semver_compare(p.value.version, '1.10') < 0)",
                "properties.exists(p, p.type == 'olm.package' && semver_compare(p.value.version, 'v01') > 0)",
                "properties.exists(p, p.type == 'level' && p.value == 3)",
                "properties.exists(p, p.type == 'level' && p.value > 2)",
                "properties.exists(p, p.type == 'level' && semver_compare(p.value, '3.0.0') == 0)",
                "properties.exists(p, p.type == 'level' && semver_compare(3, p.value) == 0)",
                "properties.exists(p, p.type == 'level' && string(p.value) == '3')",
                "string(-1.5e-7) == '-1.5e-07' && string(1e21) == '1e+21' && string(0.0001) == '0.0001'",
                "string(100000.0) == '100000' && string(3) == '3' && string(true) == 'true'",
                "properties.exists(p, p.type == 'nothing' && p.value == null)",
                "properties.exists(p, p.type == 'flags' && p.value[0] && p.value[2].a == 1.5)",
                "properties.exists(p, p.type == 'olm.gvk' && p.value == {'group':'g','version':'v1','kind':'K'})",
                "properties.all(p, has(p.type) && has(p.value))",
                "properties.exists_one(p, p.type == 'level')",
                "properties.map(p, p.type).filter(t, t.startsWith('olm.')).size() == 2",
                "properties.filter(p, p.type.matches('^olm[.]')).size() == 2",
                "properties.exists(p, p.type.contains('pack'))",
                "size(properties) == 6",
                "true",
            })
    void shouldHold(String rule) {
        assertThat(holds(rule)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "properties.exists(p, p.type == 'certified' && p.value == true)",
                "properties.exists(p, p.type == 'certified') && properties.exists(p, p.type == 'other')",
                "properties[17].type == 'x'",
                "properties[0].value.missing == 1",
                "semver_compare('1.0.0', 'next') == 0",
                "semver_compare('1.0.0', 'next') != 0",
                "semver_compare([1], 1) == 0",
                "1 / 0 == 1",
                "int('x') == 1",
                "'a'.matches('(') || false",
            })
    void shouldCountFailureAsFalse(String rule) {
        assertThat(holds(rule)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | cel expressions must have type Bool",
                "properties | cel expressions must have type Bool",
                "properties[0].value | cel expressions must have type Bool",
                "unknown == 1 | not a CEL rule: line 1, column 1: undeclared reference to 'unknown'",
                "properties.exists(p, q) | not a CEL rule: line 1, column 22: undeclared reference to 'q'",
                "'a'.lowerAscii() == 'a' | not a CEL rule: line 1, column 15: undeclared reference to 'lowerAscii'",
                "quantity('1') == 1 | not a CEL rule: line 1, column 9: undeclared reference to 'quantity'",
                "`` | not a CEL rule: line 1, column 1: mismatched input '<EOF>'",
                "true && | not a CEL rule: line 1, column 8: mismatched input '<EOF>'",
                "semver_compare('1') == 1 | not a CEL rule: line 1, column 15: found no matching overload",
            })
    void shouldRefuseWhatDoesNotCompile(String rule, String problem) {
        assertThatThrownBy(() -> CelRule.compile(rule))
                .isInstanceOf(ConstraintSyntaxException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void shouldSayWhatIsNoVersion() throws CelEvaluationException {
        assertThatThrownBy(() -> SemverCompare.compare("1.0.0", "next"))
                .isInstanceOf(CelEvaluationException.class)
                .hasMessage("unable to parse 'next' to semver format");
        assertThat(SemverCompare.compare("1", 2.0)).isEqualTo(-1L);
        assertThat(SemverCompare.compare(1.5, "1.4.9")).isEqualTo(1L);
    }

    static List<String> hugeRules() {
        return List.of(
                "1" + "+1".repeat(3000) + " > 0",
                "(".repeat(4000) + "true" + ")".repeat(4000),
                "[".repeat(4000) + "true" + "]".repeat(4000) + " == []",
                "properties[0]" + ".a".repeat(4000) + " == 1",
                "true?true:".repeat(800) + "true",
                "[1].exists(a,".repeat(500) + "true" + ")".repeat(500),
                "$".repeat(8000),
                "'" + "x".repeat(9000) + "' == ''");
    }

    @ParameterizedTest
    @MethodSource("hugeRules")
    void shouldRefuseHugeRuleInOneShortSentence(String rule) throws Exception {
        FutureTask<Throwable> task = new FutureTask<>(() -> catchThrowable(() -> CelRule.compile(rule)));
        new Thread(null, task, "small stack", 512 << 10).start();

        assertThat(task.get()).isInstanceOf(ConstraintSyntaxException.class);
        assertThat(task.get().getMessage()).hasSizeLessThan(700).doesNotContain("\n");
    }

    static List<String> bombs() {
        String doubled = ".map(a, [a, a])".repeat(30);
        String text = ".map(a, a + a)".repeat(30);
        String wide = "['\u0436']" + ".map(a, a + a)".repeat(18);
        String numbers = "[" + "1,".repeat(999) + "1]";
        return List.of(
                "dyn([1]" + doubled + ") == dyn([2])",
                "[1]" + doubled + " == [1]" + doubled,
                "[1]" + doubled + " != []",
                "dyn(1) in dyn([1]" + doubled + ")",
                "(dyn([1]" + doubled + ") == dyn([2])) || true",
                "['x']" + text + " == ['']",
                "[b'x']" + text + " == [b'']",
                "[[1]]" + text + " == [[]]",
                "dyn([1]" + ".map(a, {'k': a, 'l': a})".repeat(30) + ") == dyn([1])",
                numbers + ".all(a, " + numbers + ".all(b, " + numbers + ".all(c, a == b + c || true)))",
                numbers + ".all(a, " + numbers + ".all(b, true || " + numbers + ".all(c, a == c)))",
                "'a'.matches('((a{1000}){1000}){1000}')",
                "'a'.matches('((((((a?){30}){30}){30}){30}){30})')",
                wide + ".exists(s, " + numbers + ".all(a, " + numbers + ".all(b, size(s) > 0)))",
                wide + ".exists(s, " + numbers + ".all(a, " + numbers + ".all(b, s.size() > 0)))",
                "['a']" + ".map(a, a + a)".repeat(22) + ".all(s, s.contains(s + 'b'))",
                "['a']" + ".map(a, a + a)".repeat(18) + ".all(s, s.matches('(a*)*(a*)*(a*)*(a*)*(a*)*b'))");
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void shouldStopWhatCostsTooMuch(String rule) {
        CelRule compiled = CelRule.compile(rule);

        assertTimeoutPreemptively(
                Patience.ENOUGH,
                () -> assertThatThrownBy(() -> compiled.holds(CelValues.of(PROPERTIES), new CelBudget()))
                        .isInstanceOf(CelBudget.ExhaustedException.class));
    }

    @Test
    void shouldRefuseACheapRuleWhenAllRulesTogetherCostTooMuch() {
        // Given
        CelRule bomb = CelRule.compile(bombs().getFirst());
        CelBudget budget = new CelBudget();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> bomb.holds(CelValues.of(PROPERTIES), budget))
                    .isInstanceOf(CelBudget.ExhaustedException.class);
        }

        // Then
        assertThatThrownBy(() -> CelRule.compile("properties.exists(p, p.type == 'level')")
                        .holds(CelValues.of(PROPERTIES), budget))
                .isInstanceOf(CelBudget.ExhaustedException.class);
    }

    @Test
    void shouldLeaveRoomForLargeBundles() {
        List<Property> many = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            many.add(new Property("type" + i, "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"K" + i + "\"}"));
        }
        CelRule rule = CelRule.compile(
                "properties.exists(p, p.type == 'type499' && p.value.kind.matches('^K[0-9]{1,3}$') && p.value =="
                        + " {'group':'g','version':'v1','kind':'K499'})");
        CelBudget budget = new CelBudget();
        List<Map<String, Object>> values = CelValues.of(many);

        for (int bundle = 0; bundle < 100; bundle++) {
            assertThat(rule.holds(values, budget)).isTrue();
        }
    }
}
