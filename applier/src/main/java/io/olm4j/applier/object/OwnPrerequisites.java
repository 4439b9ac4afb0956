package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The prerequisites of objects that their own revision creates in an earlier phase: namespaces, kinds and roles. Before
 * that, the API server cannot dry-run an object that needs them.
 *
 * @param namespaces the names of the namespaces
 * @param definedKinds group and kind of the custom resources
 * @param roles kind, namespace and name of the roles
 */
record OwnPrerequisites(Set<String> namespaces, Set<String> definedKinds, Set<String> roles) {

    private static final String RBAC = "rbac.authorization.k8s.io";

    static OwnPrerequisites of(List<ObjectNode> objects) {
        return new OwnPrerequisites(
                collect(
                        objects,
                        Set.of("Namespace"),
                        object -> ObjectRef.of(object).name()),
                collect(objects, Set.of("CustomResourceDefinition"), OwnPrerequisites::definedKind),
                collect(objects, Set.of("Role", "ClusterRole"), OwnPrerequisites::role));
    }

    private static Set<String> collect(
            List<ObjectNode> objects, Set<String> kinds, Function<ObjectNode, String> identity) {
        return objects.stream()
                .filter(object -> kinds.contains(object.path("kind").asText()))
                .map(identity)
                .collect(Collectors.toSet());
    }

    private static String definedKind(ObjectNode definition) {
        return definition.at("/spec/group").asText() + " "
                + definition.at("/spec/names/kind").asText();
    }

    private static String role(ObjectNode role) {
        ObjectRef ref = ObjectRef.of(role);
        return role(ref.kind(), ref.namespace(), ref.name());
    }

    private static String role(String kind, String namespace, String name) {
        return kind + " " + (kind.equals("Role") ? namespace : "") + "/" + name;
    }

    boolean hasNamespaceOf(ObjectRef ref) {
        return namespaces.contains(ref.namespace());
    }

    boolean hasKindOf(ObjectRef ref) {
        return definedKinds.contains(ref.group() + " " + ref.kind());
    }

    /** Whether the object is a binding whose role the revision creates. */
    boolean hasRoleOf(ObjectNode object) {
        ObjectRef ref = ObjectRef.of(object);
        JsonNode role = object.path("roleRef");
        return ref.group().equals(RBAC)
                && roles.contains(role(
                        role.path("kind").asText(),
                        ref.namespace(),
                        role.path("name").asText()));
    }
}
