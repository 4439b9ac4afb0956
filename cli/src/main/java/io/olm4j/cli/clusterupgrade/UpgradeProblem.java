package io.olm4j.cli.clusterupgrade;

/**
 * Why an installed bundle would break on another version of the cluster.
 *
 * @param extension the ClusterExtension
 * @param bundle the name of its installed bundle
 * @param reason in CamelCase
 * @param message for people
 */
record UpgradeProblem(String extension, String bundle, String reason, String message) {}
