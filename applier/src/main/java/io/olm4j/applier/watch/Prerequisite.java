package io.olm4j.applier.watch;

/** Something in the cluster that a stuck revision can wait for. */
public sealed interface Prerequisite {

    /**
     * A right that a binding gives to a user or a group.
     *
     * @param namespace in which the right counts: empty for all namespaces, {@link #ANY} for whichever it is
     * @param subject as {@link Subjects} writes it
     */
    record Right(String namespace, String subject) implements Prerequisite {}

    /**
     * A role that a revision hands on.
     *
     * @param namespace empty for a ClusterRole
     */
    record Role(String namespace, String name) implements Prerequisite {}

    /** A namespace. */
    record Namespace(String name) implements Prerequisite {}

    /** A kind that a CustomResourceDefinition brings. */
    record Kind(String group, String kind) implements Prerequisite {}

    /** No name of a namespace. */
    String ANY = "*";
}
