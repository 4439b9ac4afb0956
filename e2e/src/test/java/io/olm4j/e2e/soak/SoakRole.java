package io.olm4j.e2e.soak;

import io.olm4j.process.leader.LeaseOptions;

/** A role of {@code olm run}; the soak runs each in a process of its own. */
enum SoakRole {
    OPERATOR_CONTROLLER("operator-controller", LeaseOptions.operatorController("", "")),
    CATALOGD("catalogd", LeaseOptions.catalogd("", ""));

    private final String label;
    private final String lease;

    SoakRole(String label, LeaseOptions lease) {
        this.label = label;
        this.lease = lease.name();
    }

    /** The name of its Lease. */
    String lease() {
        return lease;
    }

    /** Its name on the command line. */
    String label() {
        return label;
    }
}
