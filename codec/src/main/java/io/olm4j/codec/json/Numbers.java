package io.olm4j.codec.json;

/** How the integers of a text, which have no size limit there, become numbers. */
public enum Numbers {
    /**
     * They go through a 64-bit float, like all other numbers: integers above 2<sup>53</sup> are rounded. Catalogs are
     * read in this way.
     */
    FLOAT64,

    /**
     * They stay exact if they fit into 64 bits with sign, and go through a float otherwise. Kubernetes objects are read
     * in this way.
     */
    INT64
}
