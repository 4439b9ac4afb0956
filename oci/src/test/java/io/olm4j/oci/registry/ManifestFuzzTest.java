package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.testsupport.Fuzzing;
import org.junit.jupiter.api.Test;

/** Fuzzing of the manifests and indexes of images. */
class ManifestFuzzTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
    private static final String DESCRIPTOR =
            "{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"" + DIGEST
                    + "\",\"size\":12,\"platform\":{\"os\":\"linux\",\"architecture\":\"amd64\"}}";

    @Test
    void shouldReadOrRefuseManifests() {
        Fuzzing.from(
                        "{\"schemaVersion\":2,\"config\":" + DESCRIPTOR + ",\"layers\":[" + DESCRIPTOR + "]}",
                        "{\"schemaVersion\":2,\"manifests\":[" + DESCRIPTOR + "," + DESCRIPTOR + "]}")
                .withWords("\"manifests\"", "\"size\":", "\"digest\":", "sha512:", "{}", "[]")
                .allowing(ContentException.class)
                .bytes(ImageManifestParser::parse);
    }
}
