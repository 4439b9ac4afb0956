package io.olm4j.bundle.typed;

/** Whether a field that Go encodes as {@code null} stays in a tree. */
public enum Nulls {
    /** Kept, as Go encodes it; needed if the text is hashed. */
    KEPT,
    /** Left out; used for objects that are applied to a cluster. */
    DROPPED
}
