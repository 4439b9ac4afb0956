package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.json.CanonicalJson;
import org.junit.jupiter.api.Test;

/** Tests for {@link BundleNormalizer}. */
class BundleNormalizerTest {
    private static String normalize(String yaml) {
        Meta meta = Reading.metas(yaml).getFirst();
        String before = CanonicalJson.write(meta.blob());
        String normalized = CanonicalJson.write(BundleNormalizer.normalize(meta).blob());
        assertThat(CanonicalJson.write(meta.blob())).isEqualTo(before);
        return normalized;
    }

    @Test
    void shouldMoveManifestsToTheEndAndSortImages() {
        assertThat(normalize("""
                schema: olm.bundle
                name: a
                properties:
                - {type: olm.csv.metadata, value: 1}
                - {type: z}
                - {type: olm.bundle.object, value: 2}
                - {type: b}
                relatedImages:
                - {name: x, image: c}
                - {name: v, image: a}
                - {name: z, image: b}
                - {name: w}
                """))
                .isEqualTo("{\"name\":\"a\",\"properties\":[{\"type\":\"z\"},{\"type\":\"b\"},"
                        + "{\"type\":\"olm.csv.metadata\",\"value\":1},{\"type\":\"olm.bundle.object\""
                        + ",\"value\":2}],"
                        + "\"relatedImages\":[{\"name\":\"w\"},{\"image\":\"a\",\"name\":\"v\"},"
                        + "{\"image\":\"b\",\"name\":\"z\"},{\"image\":\"c\",\"name\":\"x\"}],\""
                        + "schema\":\"olm.bundle\"}");
    }

    @Test
    void shouldLeaveOtherShapesAndSchemas() {
        String odd = "{\"properties\":{\"a\":1},\"relatedImages\":[2,null,\"x\"],\"schema\":\"olm.bundle\"}";
        assertThat(normalize(odd)).isEqualTo(odd);
        String other = "{\"properties\":[{\"type\":\"olm.csv.metadata\"},{\"type\":\"z\"}],\"schema\":\"custom\"}";
        assertThat(normalize(other)).isEqualTo(other);
    }
}
