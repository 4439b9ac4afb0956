package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** No rule without a case. */
class ValidationRulesTest {

    static final List<String> KINDS = Manifests.KINDS;

    @ParameterizedTest
    @FieldSource("KINDS")
    void shouldHaveAnInvalidCaseForEveryRule(String kind) {
        // given
        List<String> messages = ValidationTable.of(kind).invalid().stream()
                .flatMap(line -> line.messages().stream())
                .toList();

        // when
        Stream<ValidationRule> untested = ValidationRules.of(schema(kind)).stream()
                .filter(rule -> messages.stream().noneMatch(rule::explains));

        // then
        assertThat(untested)
                .as("rules that no invalid case of validation/%s.yaml violates", kind)
                .isEmpty();
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void shouldFindTheRulesOfEveryKind(String kind) {
        assertThat(ValidationRules.of(schema(kind))).hasSizeGreaterThan(40);
    }

    @Test
    void shouldRefuseAKeywordWhoseViolationItCannotWord() {
        JsonNode schema = JsonNodeFactory.instance.objectNode().put("multipleOf", 2);
        assertThatThrownBy(() -> ValidationRules.of(schema)).hasMessage("unknown keyword multipleOf at ");
    }

    private static JsonNode schema(String kind) {
        return Manifests.definition(kind).at("/spec/versions/0/schema/openAPIV3Schema");
    }
}
