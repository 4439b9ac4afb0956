package io.olm4j.catalogd.store;

import java.nio.file.Files;
import java.time.Instant;

/**
 * The content of one catalog as it is served.
 *
 * @param catalog name of the catalog
 * @param resolvedRef image by digest that the content came from
 * @param hash SHA-256 of the content in hex; equal content has equal hashes, regardless of its image
 * @param lastModified when the content last changed, in whole seconds
 * @param lines the content, one JSON object a line
 * @param gzip the same, compressed
 * @param index the position of each object in {@code lines}
 */
public record StoredContent(
        String catalog,
        String resolvedRef,
        String hash,
        Instant lastModified,
        ContentFile lines,
        ContentFile gzip,
        MetaIndex index) {

    /** Whether its files are still there: somebody may have deleted them under the running process. */
    public boolean isOnDisk() {
        return Files.exists(lines.path()) && Files.exists(gzip.path());
    }
}
