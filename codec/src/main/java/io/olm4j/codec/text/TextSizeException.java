package io.olm4j.codec.text;

/** Thrown if a document is larger than the limit of the reader. */
public final class TextSizeException extends TextSyntaxException {
    /**
     * @param location where the document starts
     * @param limit in bytes
     */
    public TextSizeException(Location location, int limit) {
        super(location, "the object is larger than the limit of " + limit + " bytes");
    }
}
