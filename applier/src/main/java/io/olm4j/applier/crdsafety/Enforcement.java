package io.olm4j.applier.crdsafety;

import io.olm4j.api.ClusterExtensionSpec.CrdUpgradeSafety;

/** Whether unsafe upgrades are refused. */
public enum Enforcement {
    STRICT,
    NONE;

    /** Reads the field of the API; whatever is not {@code None} is strict. */
    public static Enforcement of(String enforcement) {
        return enforcement.equals(CrdUpgradeSafety.NONE) ? NONE : STRICT;
    }
}
