package io.olm4j.catalogd;

import java.nio.file.Path;
import java.time.Instant;

/**
 * The content of one catalog as it is served.
 *
 * @param catalog name of the catalog
 * @param resolvedRef image by digest that the content came from
 * @param hash SHA-256 of the content in hex; equal content has equal hashes whatever image it came from
 * @param length bytes of the content
 * @param lastModified when the content last changed, in whole seconds
 * @param lines file with one JSON object a line; it may be gone as soon as newer content is stored
 * @param index file that says where in {@code lines} which object is
 */
public record StoredContent(
        String catalog, String resolvedRef, String hash, long length, Instant lastModified, Path lines, Path index) {}
