package io.olm4j.catalogd.store;

import java.nio.file.Path;

/**
 * A file with the content of a catalog; it may be gone as soon as newer content is stored.
 *
 * @param length its length in bytes
 */
public record ContentFile(Path path, long length) {}
