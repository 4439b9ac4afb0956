package io.olm4j.catalogd.store;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Runs of bytes in a file, in the order of the file. They are found while they are iterated, so that an answer of many
 * sections, which a slow client takes for long, needs no memory for them.
 */
public final class Sections implements Iterable<Section> {

    private final Iterable<Section> parts;
    private final long length;

    /** The sections that can be iterated; they are counted once. */
    public Sections(Iterable<Section> parts) {
        this(parts, lengthOf(parts));
    }

    private Sections(Iterable<Section> parts, long length) {
        this.parts = parts;
        this.length = length;
    }

    /** All of a file. */
    public static Sections whole(ContentFile file) {
        return new Sections(List.of(new Section(0, file.length())));
    }

    private static long lengthOf(Iterable<Section> parts) {
        long length = 0;
        for (Section part : parts) {
            length += part.length();
        }
        return length;
    }

    /** The total length in bytes. */
    public long length() {
        return length;
    }

    @Override
    public Iterator<Section> iterator() {
        return parts.iterator();
    }

    /**
     * A part of the sections, counted as if they were joined.
     *
     * @param from first byte, from 0
     * @param count number of bytes; the result ends at the end of the sections at the latest
     */
    public Sections slice(long from, long count) {
        long end = Math.min(from + count, length);
        return new Sections(() -> new Slice(parts.iterator(), from, end), Math.max(0, end - from));
    }

    /** The part of some sections between two bytes of them. */
    private static final class Slice implements Iterator<Section> {

        private final Iterator<Section> parts;
        private final long end;

        /** The next byte to return. */
        private long from;

        /** The first byte of the next part. */
        private long at;

        Slice(Iterator<Section> parts, long from, long end) {
            this.parts = parts;
            this.from = from;
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return from < end;
        }

        @Override
        public Section next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Section part = parts.next();
            while (at + part.length() <= from) {
                at += part.length();
                part = parts.next();
            }
            long start = from - at;
            long count = Math.min(part.length() - start, end - from);
            at += part.length();
            from += count;
            return new Section(part.offset() + start, count);
        }
    }
}
