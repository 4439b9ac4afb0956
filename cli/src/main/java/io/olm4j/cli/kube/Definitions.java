package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import org.jspecify.annotations.Nullable;

/** What the API server says of CustomResourceDefinitions. */
public final class Definitions {

    private Definitions() {}

    /** Whether an object is a CustomResourceDefinition that the API server has accepted. */
    public static boolean isEstablished(@Nullable HasMetadata object) {
        return object instanceof CustomResourceDefinition crd
                && crd.getStatus() != null
                && crd.getStatus().getConditions() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(c -> c.getType().equals("Established")
                                && c.getStatus().equals("True"));
    }
}
