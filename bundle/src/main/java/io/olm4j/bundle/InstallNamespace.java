package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The namespace that an operator is installed into. */
public sealed interface InstallNamespace {

    /** Its name. */
    String name();

    /** A namespace that already exists. */
    record Existing(String name) implements InstallNamespace {}

    /**
     * A namespace that is installed with the bundle.
     *
     * @param object the Namespace, which is never changed
     */
    record Managed(ObjectNode object) implements InstallNamespace {
        @Override
        public String name() {
            return object.at("/metadata/name").asText();
        }
    }
}
