package io.olm4j.fbc;

/**
 * Where in a catalog something was found.
 *
 * @param file path relative to the catalog's root, or the name of the stream
 * @param line counted from 1
 */
public record Location(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
