package io.olm4j.fbc.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.catalog.Property;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link PropertyParser}. */
class PropertyParserTest {
    private static PropertyReading read(String type, String value) {
        return PropertyParser.parse(2, new Property(type, value));
    }

    private static PropertyValue parsed(String type, String value) {
        return ((PropertyReading.Parsed) read(type, value)).value();
    }

    private static String problem(String type, String value) {
        return ((PropertyReading.Malformed) read(type, value)).message();
    }

    @Test
    void shouldReadRequirements() {
        assertThat(parsed("olm.package.required", "{\"packageName\":\"foo\",\"versionRange\":\">1.0.0\"}"))
                .isEqualTo(new PropertyValue.RequiredPackage("foo", ">1.0.0"));
        ApiKind api = new ApiKind("g", "v1", "K");
        assertThat(parsed("olm.gvk", "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"K\"}"))
                .isEqualTo(new PropertyValue.ProvidedApi(api));
        assertThat(parsed("olm.gvk.required", "{\"GROUP\":\"g\",\"Version\":\"v1\",\"kind\":\"K\",\"more\":[1]}"))
                .isEqualTo(new PropertyValue.RequiredApi(api));
    }

    @Test
    void shouldLeaveOtherPropertiesAsTheyAre() {
        assertThat(parsed("olm.constraint", "{nonsense")).isEqualTo(new PropertyValue.CompoundConstraint("{nonsense"));
        assertThat(parsed("custom", "[1,")).isEqualTo(new PropertyValue.Other("custom", "[1,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "olm.gvk | \"text\" | value must be an object, not a string",
                "olm.gvk | {\"kind\":1} | value.kind must be a string, not a number",
                "olm.package.required | {\"versionRange\":2} | value.versionRange must be a string, not a number",
                "olm.gvk | `` | not valid JSON: the text is empty",
                "olm.gvk | {} {} | not valid JSON: there is more text after the value",
                "olm.package.required | {\"packageName\": | not valid JSON",
            })
    void shouldSayWhichPropertyIsMalformedAndWhy(String type, String value, String problem) {
        assertThat(problem(type, value)).startsWith("property[2] of type \"" + type + "\": " + problem);
    }

    @Test
    void shouldRefuseDeepNesting() {
        String deep = "{\"kind\":" + "[".repeat(9000) + "]".repeat(9000) + "}";

        assertThat(problem("olm.gvk", deep)).contains("nested deeper than the depth limit of 200");
    }

    /** Any text is read or refused; an exception fails the test. */
    @RepeatedTest(200)
    void shouldReadOrRefuseAnyText(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String alphabet = "{}[]\":,4.8v0-+ nulkid\\e\u00e9";
        for (String type : new String[] {"olm.package.required", "olm.gvk.required", "olm4j.io/minKubeVersion"}) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "\"" : "");
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(read(type, text.toString())).isNotNull();
        }
    }
}
