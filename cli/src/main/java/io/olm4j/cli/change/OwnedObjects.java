package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.cli.installed.ObjectChange;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects of revisions that are on the cluster and that these revisions, or the extension itself, control. A
 * deletion deletes no others: an absent object was not created yet, and an object that existed before belongs to
 * another owner.
 *
 * @param live as they are on the cluster
 * @param unread those that cannot be read
 */
record OwnedObjects(List<ObjectNode> live, List<Unread> unread) {

    private static final int AT_ONCE = 8;

    /** An object whose owner is not known, for the reason. */
    record Unread(ObjectRef ref, String reason) {}

    private record Look(Optional<ObjectNode> owned, Optional<Unread> unread) {}

    /**
     * Looks the objects up with the rights of the user.
     *
     * @param objects that the revisions hold; several may hold the same one
     * @param owners the UIDs of the extension, which the original made the controller, and of all its revisions
     */
    static OwnedObjects of(ObjectClient reader, Collection<ObjectNode> objects, Set<String> owners) {
        Map<String, ObjectRef> distinct = new LinkedHashMap<>();
        objects.stream().map(ObjectRef::of).forEach(ref -> distinct.putIfAbsent(ObjectChange.nameOf(ref), ref));
        var kinds = new RestMapper(reader);
        try (var work = new BoundedWork(AT_ONCE, AT_ONCE)) {
            List<Look> looks = work.map(List.copyOf(distinct.values()), ref -> look(reader, kinds, ref, owners));
            return new OwnedObjects(
                    looks.stream().flatMap(look -> look.owned().stream()).toList(),
                    looks.stream().flatMap(look -> look.unread().stream()).toList());
        }
    }

    private static Look look(ObjectClient reader, RestMapper kinds, ObjectRef ref, Set<String> owners) {
        try {
            return new Look(
                    kinds.findAtAnyVersion(GroupVersionKind.of(ref))
                            .flatMap(mapping -> reader.get(mapping, ref.namespace(), ref.name()))
                            .filter(object -> Ownership.controller(object)
                                    .filter(controller -> owners.contains(controller.uid()))
                                    .isPresent()),
                    Optional.empty());
        } catch (ApiException e) {
            return new Look(Optional.empty(), Optional.of(new Unread(ref, e.text())));
        }
    }

    /** A line for each definition that cannot be read, and for each other kind with such objects. */
    List<String> unknown() {
        Map<String, List<Unread>> byKind = unread.stream()
                .collect(Collectors.groupingBy(one -> subject(one.ref()), TreeMap::new, Collectors.toList()));
        return byKind.entrySet().stream()
                .map(entry -> "whether "
                        + (isDefinition(entry.getValue().getFirst().ref())
                                ? entry.getKey() + " is deleted with all its custom resources"
                                : entry.getValue().size() + " " + entry.getKey() + " of the extension would go")
                        + ": " + entry.getValue().getFirst().reason())
                .toList();
    }

    private static String subject(ObjectRef ref) {
        return isDefinition(ref) ? ref.kind() + " " + ref.name() : ref.kind();
    }

    private static boolean isDefinition(ObjectRef ref) {
        return ref.kind().equals(UninstallReport.DEFINITION);
    }
}
