package io.olm4j.oci.trust;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

class SignedIdentityParserTest {
    @Test
    void shouldRefuseLongPrefixInsteadOfRecursing() {
        JsonNode identity = JsonNodeFactory.instance
                .objectNode()
                .put("type", "remapIdentity")
                .put("prefix", "quay.io" + "/a".repeat(50_000))
                .put("signedPrefix", "quay.io");

        assertThatThrownBy(() -> SignedIdentityParser.parse(identity))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is neither a registry nor a repository");
    }
}
