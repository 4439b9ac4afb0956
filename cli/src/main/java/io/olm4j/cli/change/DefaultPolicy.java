package io.olm4j.cli.change;

import io.olm4j.api.DeletionPolicy;
import java.util.Optional;

/**
 * The deletion policy of extensions without the annotation.
 *
 * @param value empty if it is not known
 * @param isAsserted whether it is only what the user says, because the settings of operator-controller cannot be read
 */
record DefaultPolicy(Optional<DeletionPolicy> value, boolean isAsserted) {

    static final DefaultPolicy UNKNOWN = new DefaultPolicy(Optional.empty(), false);

    /** One that operator-controller is set to. */
    static DefaultPolicy read(DeletionPolicy policy) {
        return new DefaultPolicy(Optional.of(policy), false);
    }

    /** One that only the user names. */
    static DefaultPolicy asserted(DeletionPolicy policy) {
        return new DefaultPolicy(Optional.of(policy), true);
    }
}
