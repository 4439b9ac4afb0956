package io.olm4j.bundle.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.read.BundleDirectory;
import io.olm4j.bundle.render.SuggestedNamespace.Suggestion;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestedNamespaceTest {
    private static final String TEMPLATE = SuggestedNamespace.TEMPLATE;
    private static final String NAME = SuggestedNamespace.NAME;

    @TempDir
    Path directory;

    private static ObjectNode annotations() {
        return JsonNodeFactory.instance.objectNode();
    }

    private Suggestion suggestion(String packageName, ObjectNode annotations, Optional<String> kept) {
        RegistryV1 read = BundleDirectory.ofGreeter(directory).withCsv("").read();
        ObjectNode csv = read.csv().tree().deepCopy();
        csv.withObject("/metadata").set("annotations", annotations);
        return SuggestedNamespace.of(
                new RegistryV1(
                        packageName,
                        new Csv(csv),
                        read.crds(),
                        read.others(),
                        read.annotations(),
                        read.files(),
                        read.warnings()),
                kept);
    }

    private String name(ObjectNode annotations) {
        return ((Suggestion.Usable) suggestion("greeter", annotations, Optional.empty()))
                .namespace()
                .name();
    }

    @Test
    void shouldPreferTheTemplateToTheNameAndBothToThePackage() {
        assertThat(name(annotations())).isEqualTo("greeter-system");
        assertThat(name(annotations().put(NAME, "named"))).isEqualTo("named");
        assertThat(name(annotations().put(NAME, "named").put(TEMPLATE, "{\"metadata\":{\"name\":\"templated\"}}")))
                .isEqualTo("templated");
        assertThat(name(annotations().put(NAME, "named").put(TEMPLATE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")))
                .isEqualTo("named");
        assertThat(name(annotations().put(NAME, "").put(TEMPLATE, ""))).isEqualTo("greeter-system");
    }

    @ParameterizedTest
    @CsvSource({
        "Some.Package, some-package-[0-9a-z]{8}-system",
        "some.package, some-package-[0-9a-z]{8}-system",
        "..., [0-9a-z]{8}-system",
        "-edge-, edge-[0-9a-z]{8}-system",
        "a-very-long-name-for-a-package-that-is-even-longer-than-namespaces,"
                + " a-very-long-name-for-a-package-that-is-even-lon-[0-9a-z]{8}-system",
        "exactly-as-long-as-a-package-name-can-be-for-a-namespace,"
                + " exactly-as-long-as-a-package-name-can-be-for-a-namespace-system"
    })
    void shouldMakeAnyPackageNameTheNameOfANamespaceOfItsOwn(String packageName, String pattern) {
        String name = ((Suggestion.Usable) suggestion(packageName, annotations(), Optional.empty()))
                .namespace()
                .name();

        assertThat(name).matches(pattern).hasSizeLessThanOrEqualTo(63);
    }

    @Test
    void shouldKeepTheNameButTakeTheLabelsWhenAnUpgradeSuggestsAnother() {
        ObjectNode annotations = annotations()
                .put(TEMPLATE, "{\"metadata\":{\"name\":\"new\",\"labels\":{\"security.example.com\":\"strict\"}}}");

        Suggestion suggestion = suggestion("greeter", annotations, Optional.of("old"));

        assertThat(((Suggestion.Usable) suggestion).namespace().object().toString())
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\","
                        + "\"metadata\":{\"name\":\"old\",\"labels\":{\"security.example.com\":\"strict\"}}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {invalid json                               | failed to parse namespace template: it is not JSON:
            []                                          | failed to parse namespace template: wants an object, got
            {"metadata":{"labels":{"a":1}}}             | failed to parse namespace template: metadata.labels
            {} {}                                       | failed to parse namespace template: it is not JSON:
            {"metadata":{"name":"UPPER"}}               | resolved namespace name "UPPER" is not a valid DNS1123 label;
            {"metadata":{"name":"my.namespace"}}        | resolved namespace name "my.namespace" is not a valid DNS1123 label;
            {"metadata":{"name":"a234567890123456789012345678901234567890123456789012345678901234"}} | exceeds 63 characters;
            """)
    void shouldSayWhatIsWrongWithATemplate(String template, String problem) {
        assertThat(suggestion("greeter", annotations().put(TEMPLATE, template), Optional.empty()))
                .isInstanceOfSatisfying(
                        Suggestion.Unusable.class,
                        unusable -> assertThat(unusable.message())
                                .contains(problem)
                                .endsWith("; the bundle has to be corrected, or the extension created anew with"
                                        + " spec.namespace"));
    }
}
