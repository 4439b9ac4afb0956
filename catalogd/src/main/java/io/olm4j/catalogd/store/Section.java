package io.olm4j.catalogd.store;

import java.util.ArrayList;
import java.util.List;

/** A run of bytes in a file. */
public record Section(long offset, long length) {

    /** The total length of the sections in bytes. */
    public static long length(List<Section> sections) {
        return sections.stream().mapToLong(Section::length).sum();
    }

    /**
     * A part of the sections, counted as if they were joined.
     *
     * @param from first byte, from 0
     * @param count number of bytes; the result ends at the end of the sections at the latest
     */
    public static List<Section> slice(List<Section> sections, long from, long count) {
        List<Section> slice = new ArrayList<>();
        long at = 0;
        for (Section section : sections) {
            long start = Math.max(from, at);
            long end = Math.min(from + count, at + section.length());
            if (start < end) {
                slice.add(new Section(section.offset() + start - at, end - start));
            }
            at += section.length();
        }
        return slice;
    }
}
