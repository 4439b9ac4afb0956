package io.olm4j.cli.extension;

import io.olm4j.api.ClusterObjectSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The extension that an object belongs to.
 *
 * @param object kind, namespace and name
 * @param controllers the controller of the object, its controller and so on: the extension owns the last one
 * @param extension the ClusterExtension; empty if it belongs to none
 * @param revision the ClusterObjectSet that controls it; empty if there is none
 * @param bundle that the revision holds
 * @param claim a revision that the object only names: it does not exist with the UID, or does not hold the object
 * @param verified whether the content of the revision was read, and holds the object
 */
public record ObjectOwner(
        String object,
        List<String> controllers,
        Optional<String> extension,
        Optional<String> revision,
        Optional<String> bundle,
        Optional<String> claim,
        boolean verified) {

    /** Their controllers create an object again. */
    private static final Set<String> WORKLOADS =
            Set.of("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet");

    /** The owner of an object with these controllers, of which this is the last one. */
    ObjectOwner of(String controlled, List<String> by) {
        return new ObjectOwner(controlled, List.copyOf(by), extension, revision, bundle, claim, verified);
    }

    /** For people. */
    String text() {
        String subject = controllers.isEmpty()
                ? object
                : object + " is controlled by " + String.join(", which is controlled by ", controllers) + "; that";
        if (revision.isEmpty()) {
            return claim.map(name -> subject + " names the revision " + name
                            + ", which does not exist or does not hold it: olm4j does not manage the object")
                    .orElse(subject + " belongs to no revision: olm4j does not manage it");
        }
        if (controllers.isEmpty() && object.equals(ClusterObjectSet.KIND + " " + revision.get())) {
            return ofRevision();
        }
        String owner = extension
                .map(name -> "revision " + revision.get() + " of ClusterExtension " + name
                        + bundle.map(held -> " (bundle " + held + ")").orElse(""))
                .orElse("ClusterObjectSet " + revision.get() + ", which belongs to no ClusterExtension");
        return subject + (verified ? " belongs to " : " says that it belongs to ") + owner + ".\n"
                + (verified ? "" : "Not verified: the Secrets with the content of the revision cannot be read.\n")
                + (controllers.isEmpty() ? ofHeld() : ofControlled(controllers.getFirst()));
    }

    private String ofRevision() {
        return extension
                .map(name -> object + " is a revision of ClusterExtension " + name
                        + bundle.map(held -> " (bundle " + held + ")").orElse("") + ".\n"
                        + "Deleted: olm4j deletes the objects that it still controls. If it is the newest revision, the"
                        + " extension gets another one.")
                .orElse(object + " is a revision of no ClusterExtension.\n"
                        + "Deleted: olm4j deletes the objects that it still controls.");
    }

    private String ofHeld() {
        return "Edited: olm4j restores the fields that the revision sets at once; other fields stay.\n"
                + "Deleted: olm4j creates it again at once"
                + (object.startsWith("CustomResourceDefinition ") ? ", but all its custom resources are lost." : ".");
    }

    private static String ofControlled(String controller) {
        boolean isWorkload = WORKLOADS.contains(controller.substring(0, controller.indexOf(' ')));
        return "Edited: olm4j restores nothing; the controller of " + controller + " decides.\n"
                + "Deleted: the controller of " + controller + (isWorkload ? " creates it again." : " decides.");
    }
}
