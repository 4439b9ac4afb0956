package io.olm4j.cli.extension;

import java.util.Optional;

/**
 * The extension that an object belongs to.
 *
 * @param object kind, namespace and name
 * @param extension the ClusterExtension; empty if it belongs to none
 * @param revision the ClusterObjectSet that controls it; empty if there is none
 * @param bundle that the revision holds
 * @param claim a revision that the object only names: it does not exist with the UID, or does not hold the object
 * @param verified whether the content of the revision was read, and holds the object
 */
public record ObjectOwner(
        String object,
        Optional<String> extension,
        Optional<String> revision,
        Optional<String> bundle,
        Optional<String> claim,
        boolean verified) {

    /** For people. */
    String text() {
        if (revision.isEmpty()) {
            return claim.map(name -> object + " names the revision " + name
                            + ", which does not exist or does not hold it: olm4j does not manage the object")
                    .orElse(object + " belongs to no revision: olm4j does not manage it");
        }
        String owner = extension
                .map(name -> "revision " + revision.get() + " of ClusterExtension " + name
                        + bundle.map(held -> " (bundle " + held + ")").orElse(""))
                .orElse("ClusterObjectSet " + revision.get() + ", which belongs to no ClusterExtension");
        return object + (verified ? " belongs to " : " says that it belongs to ") + owner + ".\n"
                + (verified ? "" : "Not verified: the Secrets with the content of the revision cannot be read.\n")
                + "Edited: olm4j restores the fields that the revision sets at once; other fields stay.\n"
                + "Deleted: olm4j creates it again at once"
                + (object.startsWith("CustomResourceDefinition ") ? ", but all its custom resources are lost." : ".");
    }
}
