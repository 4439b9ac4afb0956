package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Sees each state of the objects that the soak watches. */
interface ObjectObserver {

    /** The object was created or changed. */
    void changed(HasMetadata object);

    /** The object is gone, or lost the label by which it is watched. */
    void gone(HasMetadata object);

    /** The name for messages. */
    static String describe(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return object.getKind() + " " + (namespace == null ? "" : namespace + "/")
                + object.getMetadata().getName();
    }
}
