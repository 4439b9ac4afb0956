package io.olm4j.applier.watch;

/** A state of the cluster that a stuck revision can wait for. */
public sealed interface Prerequisite {

    /**
     * A right that a binding gives to a user or a group.
     *
     * @param namespace the namespace of the right: empty for all namespaces, {@link #ANY} for any one of them
     * @param subject in the format of {@link Subjects}
     */
    record Right(String namespace, String subject) implements Prerequisite {}

    /**
     * A role that a revision grants.
     *
     * @param namespace empty for a ClusterRole
     */
    record Role(String namespace, String name) implements Prerequisite {}

    /** A namespace. */
    record Namespace(String name) implements Prerequisite {}

    /** A kind that a CustomResourceDefinition defines. */
    record Kind(String group, String kind) implements Prerequisite {}

    /** Stands for any namespace; it is not a valid name of a namespace. */
    String ANY = "*";
}
