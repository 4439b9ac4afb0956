package io.olm4j.bundle.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.ManifestSyntaxException;

/** Counts the lists, objects and values of the manifests of one bundle. */
final class ManifestValueCount {

    /** Each takes up to 100 bytes. Of 81 real bundles, the one with the most has 70,000. */
    static final int MOST = 500_000;

    private long values;

    /** @throws ManifestSyntaxException if there are too many with these */
    void add(JsonNode document) {
        values += count(document);
        if (values > MOST) {
            throw tooMany();
        }
    }

    static ManifestSyntaxException tooMany() {
        return new ManifestSyntaxException(
                "the manifests of the bundle have more than " + MOST + " lists, objects and values");
    }

    private static long count(JsonNode tree) {
        long count = 1;
        for (JsonNode child : tree) {
            count += count(child);
        }
        return count;
    }
}
