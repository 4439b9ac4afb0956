package io.olm4j.applier.crdsafety;

import static io.olm4j.applier.testing.Trees.yaml;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fuzzing of CustomResourceDefinitions, as the old one of an upgrade and as the new one. */
class CrdFuzzTest {
    private static final Path CASES = Path.of("src/test/resources/crdsafety");

    @Test
    void shouldJudgeEveryDefinition() throws IOException {
        List<byte[]> examples = new ArrayList<>();
        for (String name : List.of("fields", "values", "one-of", "served-versions", "nested")) {
            examples.add(json(CASES.resolve(name).resolve("in-old.yaml")));
            examples.add(json(CASES.resolve(name).resolve("in-new.yaml")));
        }
        JsonNode other = yaml(Files.readString(CASES.resolve("fields/in-old.yaml")));

        Fuzzing.from(examples)
                .slow()
                .withWords(
                        "\"properties\":{",
                        "\"items\":",
                        "\"enum\":",
                        "\"maximum\":",
                        "\"type\":",
                        "\"required\":[",
                        "\"versions\":",
                        "\"oneOf\":[",
                        "\"x-kubernetes-validations\":",
                        "\"additionalProperties\":",
                        "{}",
                        "[]")
                .allowing(TextSyntaxException.class)
                .texts(text -> {
                    JsonNode definition = JsonValue.parse(text, ReaderLimits.DEFAULT);
                    CrdUpgrade.judge(other, definition).message();
                    CrdUpgrade.judge(definition, other).message();
                });
    }

    private static byte[] json(Path yaml) throws IOException {
        return CanonicalJson.write(yaml(Files.readString(yaml))).getBytes(UTF_8);
    }
}
