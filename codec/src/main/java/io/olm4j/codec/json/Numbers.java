package io.olm4j.codec.json;

/** What becomes of the integers of a text, which have no limit there. */
public enum Numbers {
    /**
     * They go through a 64-bit float, like all other numbers: what is above 2<sup>53</sup> is rounded. So catalogs are
     * read.
     */
    FLOAT64,

    /**
     * They are kept where they fit into 64 bits with sign, and go through a float otherwise. So Kubernetes objects are
     * read.
     */
    INT64
}
