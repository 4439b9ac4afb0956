package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link OperatorConditionState}. */
class OperatorConditionStateTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {} |
            {"spec":{"conditions":[C:True]}} |
            {"spec":{"conditions":[C:Unknown]}} |
            {"spec":{"conditions":[C:False]}} | the operator is not upgradeable: busy
            {"spec":{"conditions":[C:False],"overrides":[C:True]}} |
            {"spec":{"conditions":[C:True],"overrides":[C:False]}} | the operator is not upgradeable: busy
            {"spec":{"overrides":[C:Unknown]}} | the operator is not upgradeable: busy
            {"spec":{"conditions":[{"type":"Healthy","status":"False"}]}} |
            {"metadata":{"generation":3},"status":{"conditions":[C:False]}} | the operator is not upgradeable: busy
            {"metadata":{"generation":3},"status":{"conditions":[C:True]}} |
            {"metadata":{"generation":4},"status":{"conditions":[C:True]}} | the operatorcondition status "Upgradeable"="True" is outdated
            {"metadata":{"generation":4},"spec":{"conditions":[C:True]},"status":{"conditions":[C:False]}} |
            {"spec":"none"} |
            """)
    void shouldDecideAsOlmClassic(String json, String why) throws JsonProcessingException {
        String condition = json.replaceAll(
                "C:(\\w+)",
                "{\"type\":\"Upgradeable\",\"status\":\"$1\",\"message\":\"busy\",\"observedGeneration\":3}");

        assertThat(OperatorConditionState.whyNotUpgradeable(new ObjectMapper().readTree(condition)))
                .isEqualTo(Optional.ofNullable(why));
    }
}
