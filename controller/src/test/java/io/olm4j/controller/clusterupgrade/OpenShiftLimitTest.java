package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link OpenShiftLimit}. */
class OpenShiftLimitTest {

    private static OpenShiftLimit of(String properties) {
        return OpenShiftLimit.of(Optional.of(properties));
    }

    private static String property(String value) {
        return "{\"type\":\"olm.maxOpenShiftVersion\",\"value\":" + value + "}";
    }

    private static OpenShiftLimit limit(int major, int minor) {
        return new OpenShiftLimit.Limit(new OpenShiftVersion(major, minor));
    }

    @Test
    void shouldFindNoLimitWhereThereAreNoProperties() {
        assertThat(OpenShiftLimit.of(Optional.empty())).isEqualTo(new OpenShiftLimit.Unlimited());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "{\"properties\":[]}",
                "{\"other\":[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.8\"}]}",
                "[{\"type\":\"olm.package\",\"value\":{\"packageName\":\"a\",\"version\":\"1.0.0\"}}]",
                "[{\"value\":\"4.8\"}]",
            })
    void shouldFindNoLimitWhereNoPropertyStatesOne(String properties) {
        assertThat(of(properties)).isEqualTo(new OpenShiftLimit.Unlimited());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            "4.18"      | 4 | 18
            4.18        | 4 | 18
            4.10        | 4 | 10
            "4.10"      | 4 | 10
            "\\"4.10\\"" | 4 | 10
            "v4.18"     | 4 | 18
            "4.18.0"    | 4 | 18
            "4.18.7"    | 4 | 18
            5.0         | 5 | 0
            5           | 5 | 0
            """)
    void shouldReadTextAndNumbers(String value, int major, int minor) {
        assertThat(of("[" + property(value) + "]")).isEqualTo(limit(major, minor));
        assertThat(of("{\"properties\":[" + property(value) + "]}")).isEqualTo(limit(major, minor));
    }

    @Test
    void shouldFindTheLimitAmongOtherProperties() {
        String properties = "[{\"type\":\"olm.gvk\",\"value\":{\"group\":\"a\",\"kind\":\"B\",\"version\":\"v1\"}},"
                + "{\"value\":\"4.17\",\"type\":\"olm.maxOpenShiftVersion\"},{\"type\":\"x\",\"value\":[1,{\""
                + "y\":[]}]}]";

        assertThat(of(properties)).isEqualTo(limit(4, 17));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            [P:"4.8",P:"4.8"] | more than one olm.maxOpenShiftVersion found in bundle
            [P:"4.8",P:"x"]   | more than one olm.maxOpenShiftVersion found in bundle
            [P:""]            | invalid olm.maxOpenShiftVersion "": it must have the form <major>.<minor>, such as "4.18"
            [P:"4"]           | invalid olm.maxOpenShiftVersion "4": it must have the form <major>.<minor>, such as "4.18"
            [P:4.19e1]        | invalid olm.maxOpenShiftVersion "4.19e1": it must have the form <major>.<minor>, such as "4.18"
            [P:"4.8.0-rc1"]   | invalid olm.maxOpenShiftVersion "4.8.0-rc1": it must have the form <major>.<minor>, such as "4.18"
            [P:null]          | invalid olm.maxOpenShiftVersion null: it must be a text or a number such as "4.18"
            [P:{"a":1}]       | invalid olm.maxOpenShiftVersion {: it must be a text or a number such as "4.18"
            [P:true]          | invalid olm.maxOpenShiftVersion true: it must be a text or a number such as "4.18"
            """)
    void shouldSayWhatIsWrongWithAValue(String properties, String problem) {
        String json = properties.replaceAll("P:([^,\\]]*)", "{\"type\":\"olm.maxOpenShiftVersion\",\"value\":$1}");

        assertThat(of(json)).isEqualTo(new OpenShiftLimit.Unreadable(problem));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[", "[{\"type\":", "\"4.8\"", "4.8", "[1]", "[[]]", "[] []"})
    void shouldNotReadPropertiesThatAreNoList(String properties) {
        assertThat(of(properties))
                .isInstanceOfSatisfying(
                        OpenShiftLimit.Unreadable.class,
                        unreadable -> assertThat(unreadable.problem())
                                .startsWith("could not convert olm.properties: failed to unmarshal properties"
                                        + " annotation: "));
    }
}
