package io.olm4j.bundle.typed;

/** Whether a field that Go encodes as {@code null} stays in a tree. */
public enum Nulls {
    /** As Go prints it: needed where the text is hashed. */
    KEPT,
    /** Left out: what a cluster is given. */
    DROPPED
}
