package io.olm4j.fbc;

/** Says that a document of a catalog is larger than the reader's limit. */
final class CatalogSizeException extends CatalogSyntaxException {
    CatalogSizeException(Location location, int limit) {
        super(location, "the object is larger than the limit of " + limit + " bytes");
    }
}
