package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The namespace that an operator is installed into. */
public sealed interface InstallNamespace {

    /** Its name. */
    String name();

    /** One that is there already. */
    record Existing(String name) implements InstallNamespace {}

    /**
     * One that is installed with the bundle.
     *
     * @param object the Namespace; it is not changed
     */
    record Managed(ObjectNode object) implements InstallNamespace {
        @Override
        public String name() {
            return object.at("/metadata/name").asText();
        }
    }
}
