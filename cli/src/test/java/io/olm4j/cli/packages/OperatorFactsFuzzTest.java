package io.olm4j.cli.packages;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.testsupport.Fuzzing;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Fuzzing of what the bundles of a catalog say of their operators. */
class OperatorFactsFuzzTest {
    private static final String CSV = """
            {"kind":"ClusterServiceVersion","metadata":{"annotations":{"description":"d"}},"spec":{"displayName":"A",
            "description":"# A","provider":{"name":"p"},"keywords":["k",1],"icon":[{"mediatype":"image/png"}],
            "installModes":[{"type":"AllNamespaces","supported":true}]}}
            """;
    private static final String[] WORDS = {
        "\"keywords\":[", "\"installModes\":[", "\"annotations\":{", "\"type\":", "\"data\":", "{}", "[]"
    };

    @Test
    void shouldReadEveryProperty() {
        Fuzzing.from("""
                {"properties":[{"type":"olm.csv.metadata","value":{"displayName":"A","annotations":{"description":"d"},
                "keywords":["k"],"installModes":[{"type":"OwnNamespace","supported":true}]}},
                {"type":"olm.bundle.object","value":{"data":"%s"}}]}
                """.formatted(base64(CSV.getBytes(UTF_8))))
                .withWords(WORDS)
                .allowing(TextSyntaxException.class)
                .texts(text -> {
                    if (JsonValue.parse(text, ReaderLimits.DEFAULT) instanceof ObjectNode bundle) {
                        read(bundle);
                    }
                });
    }

    @Test
    void shouldReadEveryManifest() {
        Fuzzing.from(CSV).withWords(WORDS).bytes(manifest -> {
            ObjectNode bundle = JsonNodeFactory.instance.objectNode();
            bundle.putArray("properties")
                    .addObject()
                    .put("type", "olm.bundle.object")
                    .putObject("value")
                    .put("data", base64(manifest));
            read(bundle);
        });
    }

    private static void read(ObjectNode bundle) {
        OperatorFacts.of(new Meta("olm.bundle", "a", "a.v1", bundle, new Location("catalog", 1)))
                .icon();
    }

    private static String base64(byte[] content) {
        return Base64.getEncoder().encodeToString(content);
    }
}
