package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ObjectRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@link ShownText} shows no value of a Secret. The texts are those of a real API server. */
class ShownTextTest {

    private static final ObjectRef SECRET = new ObjectRef("", "v1", "Secret", "here", "s");
    private static final ObjectRef VAULT = new ObjectRef("example.com", "v1", "Vault", "here", "v");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "failed to create typed patch object (here/s; /v1, Kind=Secret): .data.pin: expected string, got"
                        + " &value.valueUnstructured{Value:hunter9}",
                ".data: expected map, got &{hunter9\nhunter9}",
                "errors:\n  .data.a: expected string, got &value.valueUnstructured{Value:map[string]interface"
                        + " {}{\"password\":\"hunter9\"}}\n  .data.b: expected string, got &{hunter9}"
            })
    void shouldNotShowAValueOfAWrongType(String text) {
        assertThat(ShownText.about(VAULT, true).of(text))
                .doesNotContain("hunter9")
                .containsPattern("\\.data.*: expected (string|map), got another type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Invalid value: \"hunter9\": spec.password in body should be at least 10 chars long",
                "Invalid value: \"a \\\"hunter9\\\" b\": too short",
                "Invalid value: map[string]interface {}{\"a\":\"hunter9\"}: no additional",
                "Unsupported value: \"hunter9\": supported values: \"a\"",
                "Duplicate value: {\"name\":\"hunter9\"}",
                "Secret in version \"v1\" cannot be handled as a Secret: parsing time \"hunter9\" as \"2006\"",
                "admission webhook \"check.example.com\" denied the request: hunter9 is too weak",
                "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: password hunter9 is too weak",
                "Invalid value: \"object\": the password hunter9 is too short",
                "user is attempting to grant RBAC permissions not currently held: {ResourceNames:[\"hunter9\"]}",
                "Invalid value: \"hunter9 without an end"
            })
    void shouldNotShowAValueOfASecret(String text) {
        assertThat(ShownText.about(SECRET, true).of(text)).doesNotContain("hunter9");
        assertThat(ShownText.about(VAULT, false).of(text)).doesNotContain("hunter9");
    }

    @Test
    void shouldKeepTheRule() {
        assertThat(ShownText.about(SECRET, true)
                        .of("Invalid value: \"hunter9\": spec.password in body should be at least 10 chars long"))
                .isEqualTo("Invalid value: \"…\": spec.password in body should be at least 10 chars long");
        assertThat(ShownText.about(VAULT, false).of("Invalid value: 48151623: must be less than 10"))
                .isEqualTo("Invalid value (not shown, because it may be a value of a Secret)");
        assertThat(ShownText.about(VAULT, false).of("admission webhook \"a.example.com\" denied the request: weak"))
                .isEqualTo("admission webhook \"…\" denied the request (not shown, because it may be a value of a"
                        + " Secret)");
    }

    @Test
    void shouldShowTheValuesOfABundle() {
        String text = "Invalid value: \"Abc\": a lowercase RFC 1123 label must consist of lower case characters";
        assertThat(ShownText.about(VAULT, true).of(text)).isEqualTo(text);
    }
}
