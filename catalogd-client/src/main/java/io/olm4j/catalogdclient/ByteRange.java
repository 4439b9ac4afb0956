package io.olm4j.catalogdclient;

/** A piece of the metas file, in bytes. */
record ByteRange(long offset, long length) {
    /** Two neighbouring JSON lines are at most one line end (2 bytes) apart. */
    private static final int GAP = 2;

    ByteRange {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException("No range: " + offset + "+" + length);
        }
    }

    long end() {
        return offset + length;
    }

    boolean touches(ByteRange next) {
        return next.offset >= end() && next.offset - end() <= GAP;
    }

    ByteRange upTo(ByteRange next) {
        return new ByteRange(offset, next.end() - offset);
    }
}
