package io.olm4j.codec.text;

/**
 * A place in a text.
 *
 * @param file path relative to the directory that is read, or the name of the stream
 * @param line counted from 1
 */
public record Location(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
