package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link LabelSelectors}. */
class LabelSelectorsTest {

    @ParameterizedTest
    @CsvSource({
        "In, a;b, a, true",
        "In, a;b, c, false",
        "In, a;b, , false",
        "NotIn, a;b, a, false",
        "NotIn, a;b, c, true",
        "NotIn, a;b, , true",
        "Exists, , a, true",
        "Exists, , , false",
        "DoesNotExist, , a, false",
        "DoesNotExist, , , true"
    })
    void shouldEvaluateEveryOperator(String operator, String values, String label, boolean expected) {
        LabelSelector selector = selector(operator, values);

        assertThat(LabelSelectors.predicate(selector).test(label == null ? Map.of() : Map.of("k", label)))
                .isEqualTo(expected);
    }

    @Test
    void shouldRequireAllOfIt() {
        LabelSelector selector = new LabelSelectorBuilder()
                .addToMatchLabels("a", "1")
                .addToMatchLabels("b", "2")
                .addNewMatchExpression()
                .withKey("c")
                .withOperator("Exists")
                .endMatchExpression()
                .build();

        assertThat(LabelSelectors.predicate(selector).test(Map.of("a", "1", "b", "2", "c", "")))
                .isTrue();
        assertThat(LabelSelectors.predicate(selector).test(Map.of("a", "1", "b", "2")))
                .isFalse();
        assertThat(LabelSelectors.predicate(selector).test(Map.of("a", "1", "b", "3", "c", "")))
                .isFalse();
    }

    @Test
    void shouldSelectEverythingWhenThereIsNoneOrItIsEmpty() {
        assertThat(LabelSelectors.predicate(null).test(Map.of())).isTrue();
        assertThat(LabelSelectors.predicate(new LabelSelector()).test(Map.of())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "in, a, \"in\" is not a valid label selector operator",
        "In, , values set can't be empty",
        "Exists, a, values set must be empty"
    })
    void shouldSayWhatIsInvalid(String operator, String values, String message) {
        assertThatThrownBy(() -> LabelSelectors.predicate(selector(operator, values)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "x/y/z, a, key: Invalid value: \"x/y/z\": the name of a label",
        "'', a, key: Invalid value: \"\": the name of a label",
        "'a b', a, key: Invalid value: \"a b\"",
        "Example.com/a, a, key: Invalid value: \"Example.com/a\"",
        "/a, a, key: Invalid value: \"/a\"",
        "a/, a, key: Invalid value: \"a/\"",
        "a, c!, '[a]: Invalid value: \"c!\": the value of a label'",
        "a, -c, '[a]: Invalid value: \"-c\": the value of a label'"
    })
    void shouldRefuseWhatCannotBeALabel(String key, String value, String message) {
        var labels = new LabelSelectorBuilder().addToMatchLabels(key, value).build();
        var expression = new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey(key)
                .withOperator("NotIn")
                .withValues("b", value)
                .endMatchExpression()
                .build();

        for (LabelSelector selector : List.of(labels, expression)) {
            assertThatThrownBy(() -> LabelSelectors.predicate(selector))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(message);
        }
    }

    /** A file can leave out what the API server requires. */
    @Test
    void shouldReadWhatIsLeftOutAsEmpty() {
        var withoutKey = new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withOperator("Exists")
                .endMatchExpression()
                .build();
        LabelSelector withNull = selector("In", "a");
        withNull.getMatchExpressions().getFirst().setValues(Collections.singletonList(null));
        var withoutValue = new LabelSelector();
        withoutValue.setMatchLabels(new HashMap<>());
        withoutValue.getMatchLabels().put("a", null);

        assertThatThrownBy(() -> LabelSelectors.predicate(withoutKey))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("key: Invalid value: \"\": ");
        assertThat(LabelSelectors.predicate(withoutValue).test(Map.of())).isFalse();
        assertThat(LabelSelectors.predicate(withNull).test(Map.of("k", ""))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64})
    void shouldAllow63CharactersForANameAndAValue(int length) {
        String text = "a".repeat(length);
        for (LabelSelector selector : List.of(
                new LabelSelectorBuilder()
                        .addToMatchLabels("example.com/" + text, "")
                        .build(),
                new LabelSelectorBuilder().addToMatchLabels("a_b.c-d", text).build())) {
            if (length <= 63) {
                assertThatCode(() -> LabelSelectors.predicate(selector)).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> LabelSelectors.predicate(selector))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    private static LabelSelector selector(String operator, String values) {
        return new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey("k")
                .withOperator(operator)
                .withValues(values == null ? new String[0] : values.split(";", -1))
                .endMatchExpression()
                .build();
    }
}
