package io.olm4j.localcluster;

/** The loopback ports of one cluster. */
record ClusterPorts(int etcdClient, int etcdPeer, int apiServer, int registry) {

    /**
     * Ports that are free now. Another process may be told to take one of them, so a caller must be ready to try
     * others.
     */
    static ClusterPorts free() {
        return new ClusterPorts(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
    }

    String etcdUrl() {
        return "http://127.0.0.1:" + etcdClient;
    }

    String etcdPeerUrl() {
        return "http://127.0.0.1:" + etcdPeer;
    }

    String apiServerUrl() {
        return "https://127.0.0.1:" + apiServer;
    }

    String registryHost() {
        return "127.0.0.1:" + registry;
    }
}
