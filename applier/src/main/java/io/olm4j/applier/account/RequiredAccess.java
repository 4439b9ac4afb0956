package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lists the permissions that an account needs to apply, and later delete, the objects of a revision. An instance is
 * used once.
 */
final class RequiredAccess {

    private static final String RBAC = "rbac.authorization.k8s.io";

    /** An apply of an object that does not exist requires both {@code patch} and {@code create}. */
    private static final List<String> VERBS = List.of("create", "patch", "delete");

    private final Function<ObjectRef, Optional<ObjectNode>> live;
    private final RuleExpansion expansion = new RuleExpansion();

    /** @param live looks up an object on the server; called for roles and bindings only */
    RequiredAccess(Function<ObjectRef, Optional<ObjectNode>> live) {
        this.live = live;
    }

    List<Requirement> of(List<PlannedObject> objects) {
        List<Requirement> requirements = new ArrayList<>();
        for (PlannedObject planned : objects) {
            ObjectRef ref = ObjectRef.of(planned.object());
            String namespace = planned.mapping().namespaced() ? ref.namespace() : "";
            for (String verb : VERBS) {
                requirements.add(new Direct(
                        new AccessQuery(verb, ref.group(), planned.mapping().plural(), namespace, ref.name(), "")));
            }
            if (ref.group().equals(RBAC)) {
                grant(planned.object(), ref, namespace, objects).ifPresent(requirements::add);
            }
        }
        return requirements;
    }

    /**
     * The check of the API server beyond the verb. It runs when a role or a binding is created, and whenever a field
     * other than owners, finalizers and managed fields changes, even if the granted rights stay the same. A new
     * revision changes an annotation and so triggers it. A ClusterRole with an aggregationRule, in the new or in the
     * live object, requires all rights, which include escalation.
     */
    private Optional<Requirement> grant(
            ObjectNode object, ObjectRef ref, String namespace, List<PlannedObject> objects) {
        return switch (ref.kind()) {
            case "Role", "ClusterRole" -> {
                JsonNode rules = object.path("rules");
                AccessQuery escalate = new AccessQuery("escalate", RBAC, plural(ref.kind()), namespace, ref.name(), "");
                if (aggregates(object)
                        || live.apply(ref).filter(RequiredAccess::aggregates).isPresent()) {
                    yield Optional.of(new Grant(ref, escalate, new Rights.Unlisted("aggregated from other roles")));
                }
                yield rules.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Grant(ref, escalate, expansion.of(rules, namespace)));
            }
            case "RoleBinding", "ClusterRoleBinding" -> Optional.of(binding(object, ref, namespace, objects));
            default -> Optional.empty();
        };
    }

    private static boolean aggregates(ObjectNode role) {
        return !role.path("aggregationRule").path("clusterRoleSelectors").isEmpty();
    }

    private Requirement binding(ObjectNode object, ObjectRef ref, String namespace, List<PlannedObject> objects) {
        String kind = object.path("roleRef").path("kind").asText("");
        ObjectRef role = new ObjectRef(
                RBAC,
                "v1",
                kind,
                kind.equals("Role") ? namespace : "",
                object.path("roleRef").path("name").asText(""));
        Rights rights = objects.stream()
                .map(PlannedObject::object)
                .filter(planned -> isSame(ObjectRef.of(planned), role))
                .findFirst()
                // The rules of an aggregated role are known only from the live object, where Kubernetes has filled them
                // in.
                .filter(planned -> !aggregates(planned))
                .or(() -> live.apply(role))
                .map(there -> expansion.of(there.path("rules"), namespace))
                .orElse(new Rights.Unlisted("of a role that is not there yet"));
        AccessQuery bind = new AccessQuery("bind", RBAC, plural(kind), namespace, role.name(), "");
        return new Grant(ref, bind, rights);
    }

    private static boolean isSame(ObjectRef planned, ObjectRef role) {
        return planned.group().equals(role.group())
                && planned.kind().equals(role.kind())
                && planned.name().equals(role.name())
                && (role.namespace().isEmpty() || planned.namespace().equals(role.namespace()));
    }

    private static String plural(String kind) {
        return kind.equals("ClusterRole") ? "clusterroles" : "roles";
    }
}
