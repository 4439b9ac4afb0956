package io.olm4j.applier.cluster;

/** The state of an object after its deletion was requested. */
public enum Deletion {
    /** It no longer exists. */
    GONE,
    /** It is marked as being deleted and exists until its finalizers are removed. */
    LINGERING
}
