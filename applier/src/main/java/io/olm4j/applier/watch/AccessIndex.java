package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.applier.watch.Prerequisite.Right;
import io.olm4j.applier.watch.Prerequisite.Role;
import io.olm4j.applier.watch.PrerequisiteWatches.Change;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Records the subjects that each role is bound to, so that an event on a role or a binding concerns only these
 * subjects. A role that is aggregated from others gets its own event when its rules change.
 */
public final class AccessIndex {

    private final Map<Place, Binding> bindings = new HashMap<>();
    private final Map<Role, Set<Place>> byRole = new HashMap<>();

    /** Namespace and name of a binding; the namespace is empty for a ClusterRoleBinding. */
    private record Place(String namespace, String name) {}

    private record Binding(Role role, Set<String> subjects) {}

    /**
     * The prerequisites that an event on a role or a binding can change. Both the state before and the state after the
     * event count.
     *
     * @param object as {@link PrerequisiteWatches} passes it on, without the parts that do not matter
     */
    public synchronized Set<Prerequisite> concerned(Change change, GenericKubernetesResource object) {
        String namespace = namespace(object);
        String name = object.getMetadata().getName();
        return switch (object.getKind()) {
            case "RoleBinding", "ClusterRoleBinding" -> bindingChanged(change, new Place(namespace, name), object);
            default -> roleChanged(new Role(namespace, name));
        };
    }

    private Set<Prerequisite> bindingChanged(Change change, Place place, GenericKubernetesResource object) {
        Set<Prerequisite> concerned = new HashSet<>();
        Binding before = bindings.remove(place);
        if (before != null) {
            addRights(place, before, concerned);
            byRole.computeIfPresent(before.role(), (_, places) -> {
                places.remove(place);
                return places.isEmpty() ? null : places;
            });
        }
        if (change != Change.DELETED) {
            Binding now = new Binding(roleOf(place, object), AccessReduction.subjects(object));
            bindings.put(place, now);
            byRole.computeIfAbsent(now.role(), _ -> new HashSet<>()).add(place);
            addRights(place, now, concerned);
        }
        return concerned;
    }

    private Set<Prerequisite> roleChanged(Role role) {
        Set<Prerequisite> concerned = new HashSet<>(Set.of(role));
        for (Place place : byRole.getOrDefault(role, Set.of())) {
            addRights(place, bindings.getOrDefault(place, new Binding(role, Set.of())), concerned);
        }
        return concerned;
    }

    private static void addRights(Place place, Binding binding, Set<Prerequisite> concerned) {
        for (String subject : binding.subjects()) {
            concerned.add(new Right(place.namespace(), subject));
            concerned.add(new Right(Prerequisite.ANY, subject));
        }
    }

    private static Role roleOf(Place place, GenericKubernetesResource binding) {
        boolean clusterRole = "ClusterRole".equals(binding.get("roleRef", "kind"));
        String name = binding.get("roleRef", "name");
        return new Role(clusterRole ? "" : place.namespace(), name == null ? "" : name);
    }

    private static String namespace(GenericKubernetesResource object) {
        String namespace = object.getMetadata().getNamespace();
        return namespace == null ? "" : namespace;
    }
}
