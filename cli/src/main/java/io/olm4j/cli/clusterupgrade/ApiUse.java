package io.olm4j.cli.clusterupgrade;

/**
 * A live object of an extension that is written in a version of its API that goes away.
 *
 * @param revisionUid the UID of the ClusterObjectSet that manages the object
 * @param object namespace and name, or only the name
 * @param manager the field manager that writes it so
 */
record ApiUse(String revisionUid, RemovedApi api, String object, String manager) {}
