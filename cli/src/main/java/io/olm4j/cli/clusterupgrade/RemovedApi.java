package io.olm4j.cli.clusterupgrade;

/**
 * A kind in a version of its API that Kubernetes no longer serves.
 *
 * @param minor N of Kubernetes 1.N, the first version without it
 */
record RemovedApi(int minor, String group, String version, String kind) {

    String apiVersion() {
        return group + "/" + version;
    }
}
