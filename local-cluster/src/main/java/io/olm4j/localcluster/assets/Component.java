package io.olm4j.localcluster.assets;

/** A program of the control plane. */
public enum Component {
    ETCD("etcd"),
    API_SERVER("kube-apiserver"),
    CONTROLLER_MANAGER("kube-controller-manager"),
    SCHEDULER("kube-scheduler"),
    KUBECTL("kubectl"),
    REGISTRY("registry"),
    KWOK("kwok");

    private final String program;

    Component(String program) {
        this.program = program;
    }

    /** The file name of the program, which is also its name in the multi-call binary. */
    public String program() {
        return program;
    }
}
