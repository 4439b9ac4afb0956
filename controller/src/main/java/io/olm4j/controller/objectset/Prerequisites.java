package io.olm4j.controller.objectset;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.CrdDeletions;
import io.olm4j.applier.watch.Prerequisite;
import io.olm4j.applier.watch.Prerequisite.Kind;
import io.olm4j.applier.watch.Prerequisite.Namespace;
import io.olm4j.applier.watch.Prerequisite.Right;
import io.olm4j.applier.watch.Prerequisite.Role;
import io.olm4j.applier.watch.Subjects;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the prerequisites that a stuck set can wait for: the rights of its account, and the needs of its objects. Pure.
 */
final class Prerequisites {

    private static final String RBAC = "rbac.authorization.k8s.io";

    /** A set with objects in more namespaces waits for rights in any namespace. */
    private static final int MAX_NAMESPACES = 100;

    private Prerequisites() {}

    /**
     * All prerequisites.
     *
     * @param phases empty if the content has not been read
     */
    static Set<Prerequisite> of(Optional<ServiceAccountRef> account, List<ResolvedPhase> phases) {
        Set<Prerequisite> all = new HashSet<>();
        Set<String> namespaces = new HashSet<>();
        for (ResolvedPhase phase : phases) {
            for (ResolvedObject object : phase.objects()) {
                ObjectRef ref = object.ref();
                all.add(new Kind(ref.group(), ref.kind()));
                namespaces.add(isNamespace(ref) ? ref.name() : ref.namespace());
                addDefined(object, all);
                addRoles(object, all);
            }
        }
        namespaces.remove("");
        namespaces.forEach(namespace -> all.add(new Namespace(namespace)));
        boolean anywhere = phases.isEmpty() || namespaces.size() > MAX_NAMESPACES;
        account.ifPresent(its -> {
            all.add(new Namespace(its.namespace()));
            for (String subject : Subjects.of(its)) {
                all.add(new Right("", subject));
                (anywhere ? Set.of(Prerequisite.ANY) : namespaces)
                        .forEach(namespace -> all.add(new Right(namespace, subject)));
            }
        });
        return all;
    }

    private static boolean isNamespace(ObjectRef ref) {
        return ref.group().isEmpty() && ref.kind().equals("Namespace");
    }

    /** The API server may refuse a definition because of its stored versions; its event names the kind it defines. */
    private static void addDefined(ResolvedObject object, Set<Prerequisite> all) {
        if (CrdDeletions.isDefinition(object)) {
            JsonNode spec = object.object().path("spec");
            all.add(new Kind(
                    spec.path("group").asText(""),
                    spec.path("names").path("kind").asText("")));
        }
    }

    /**
     * To create a role or a binding, an account needs the rights that it grants; these are the rights of a role that
     * may change.
     */
    private static void addRoles(ResolvedObject object, Set<Prerequisite> all) {
        ObjectRef ref = object.ref();
        if (!ref.group().equals(RBAC)) {
            return;
        }
        switch (ref.kind()) {
            case "Role", "ClusterRole" ->
                all.add(new Role(ref.kind().equals("Role") ? ref.namespace() : "", ref.name()));
            case "RoleBinding", "ClusterRoleBinding" -> {
                JsonNode role = object.object().path("roleRef");
                boolean namespaced = role.path("kind").asText("").equals("Role");
                all.add(new Role(
                        namespaced ? ref.namespace() : "", role.path("name").asText("")));
            }
            default -> {}
        }
    }
}
