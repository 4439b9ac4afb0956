package io.olm4j.controller.clusterupgrade;

/** Why an installed bundle blocks the next minor or major upgrade of the cluster. */
public sealed interface Blocker {

    /** The ClusterExtension. */
    String extension();

    /** The name of its installed bundle. */
    String bundle();

    /** The bundle does not support the next version. */
    record Incompatible(String extension, String bundle, OpenShiftVersion limit) implements Blocker {}

    /** The limit that the bundle states cannot be read; it could be any version. */
    record Unreadable(String extension, String bundle, String problem) implements Blocker {}

    /** The operator says in its OperatorCondition that it cannot be upgraded now. */
    record NotUpgradeable(String extension, String bundle, String message) implements Blocker {}
}
