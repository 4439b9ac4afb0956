package io.olm4j.localcluster;

import io.olm4j.localcluster.assets.Component;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/**
 * The flags of each component.
 *
 * @param directory the cluster's files
 * @param ports the ports on which the components listen
 */
record ComponentFlags(ClusterDirectory directory, ClusterPorts ports) {

    /**
     * Raises the request limits of the controllers and the scheduler: the default of 20 a second would hide the speed
     * of olm4j.
     */
    private static final List<String> FAST_CLIENT = List.of("--kube-api-qps=300", "--kube-api-burst=600");

    List<String> of(Component component) {
        return switch (component) {
            case ETCD -> etcd();
            case API_SERVER -> apiServer();
            case CONTROLLER_MANAGER -> controllerManager();
            case SCHEDULER -> scheduler();
            case KWOK -> kwok();
            case REGISTRY -> List.of("--address=" + ports.registryHost(), "--blobs=" + directory.registryBlobs());
            case KUBECTL -> List.of("--kubeconfig=" + directory.kubeconfig());
        };
    }

    private List<String> etcd() {
        return List.of(
                "--name=local",
                "--data-dir=" + directory.etcdData(),
                // A crash of the machine may lose data, which is acceptable for a test cluster.
                "--unsafe-no-fsync",
                "--listen-client-urls=" + ports.etcdUrl(),
                "--advertise-client-urls=" + ports.etcdUrl(),
                "--listen-peer-urls=" + ports.etcdPeerUrl(),
                "--initial-advertise-peer-urls=" + ports.etcdPeerUrl(),
                "--initial-cluster=local=" + ports.etcdPeerUrl());
    }

    private List<String> apiServer() {
        List<String> audit = Files.exists(directory.auditPolicy())
                ? List.of(
                        "--audit-policy-file=" + directory.auditPolicy(),
                        "--audit-log-path=" + directory.logs().resolve("audit.log"))
                : List.of();
        return concat(apiServerWithoutAudit(), audit);
    }

    private List<String> apiServerWithoutAudit() {
        return List.of(
                "--etcd-servers=" + ports.etcdUrl(),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + ports.apiServer(),
                "--cert-dir=" + directory.certificates(),
                "--authorization-mode=RBAC",
                "--token-auth-file=" + directory.tokens(),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + directory.serviceAccountKey(),
                "--service-account-signing-key-file=" + directory.serviceAccountKey(),
                "--service-cluster-ip-range=10.96.0.0/16",
                // A loopback address is not a valid endpoint of the service "kubernetes".
                "--endpoint-reconciler-type=none",
                "--allow-privileged",
                "--profiling=false");
    }

    private List<String> controllerManager() {
        return concat(
                List.of(
                        "--kubeconfig=" + directory.kubeconfig(Component.CONTROLLER_MANAGER),
                        "--leader-elect=false",
                        "--secure-port=0",
                        "--use-service-account-credentials",
                        "--controllers=*,-nodeipam,-cloud-node-lifecycle",
                        // A restart of the API server can end the controller manager's watch for longer than the
                        // default. It then marks nodes and pods as not ready, and kwok never makes them ready again.
                        "--node-monitor-grace-period=1h",
                        // The first count of a quota can miss pods that are created meanwhile, and the creation of a
                        // pod does not count again. By default, that is corrected after five minutes.
                        "--resource-quota-sync-period=20s",
                        "--service-account-private-key-file=" + directory.serviceAccountKey(),
                        "--root-ca-file=" + directory.authority()),
                FAST_CLIENT);
    }

    private List<String> scheduler() {
        return concat(
                List.of(
                        "--kubeconfig=" + directory.kubeconfig(Component.SCHEDULER),
                        "--leader-elect=false",
                        "--secure-port=0"),
                FAST_CLIENT);
    }

    private List<String> kwok() {
        return List.of(
                "--kubeconfig=" + directory.kubeconfig(Component.KWOK),
                "--config=" + directory.stages(),
                "--manage-all-nodes",
                "--node-lease-duration-seconds=40",
                "--node-ip=127.0.0.1",
                "--cidr=10.97.0.0/16");
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
