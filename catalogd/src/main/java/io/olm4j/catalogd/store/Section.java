package io.olm4j.catalogd.store;

/** A run of bytes in a file. */
public record Section(long offset, long length) {

    /** Whether sections have at least so many bytes together; it looks at no more of them than it needs. */
    public static boolean reach(Iterable<Section> sections, long bytes) {
        long length = 0;
        for (Section section : sections) {
            length += section.length();
            if (length >= bytes) {
                return true;
            }
        }
        return length >= bytes;
    }
}
