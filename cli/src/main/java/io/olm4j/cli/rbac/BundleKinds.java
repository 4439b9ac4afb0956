package io.olm4j.cli.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.bundle.validate.SupportedKinds;
import java.util.Locale;
import java.util.Set;

/**
 * Knows without a cluster where API servers serve the kinds that a bundle renders to; all of them are named regularly.
 */
public final class BundleKinds {
    /** Generated kinds with a namespace, and the one that keeps its own. */
    private static final Set<String> OTHERS_WITH_NAMESPACE =
            Set.of("Certificate", "Deployment", "Issuer", "OperatorCondition", "VerticalPodAutoscaler");

    private BundleKinds() {}

    /** An object with the resource under which API servers serve its kind. */
    public static PlannedObject planned(ObjectNode object) {
        GroupVersionKind kind = GroupVersionKind.of(object);
        boolean namespaced = SupportedKinds.isNamespaced(kind.kind()) || OTHERS_WITH_NAMESPACE.contains(kind.kind());
        return new PlannedObject(object, new RestMapping(kind, plural(kind.kind()), namespaced));
    }

    private static String plural(String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        if (lower.endsWith("y")) {
            return lower.substring(0, lower.length() - 1) + "ies";
        }
        return lower.endsWith("s") ? lower + "es" : lower + "s";
    }
}
