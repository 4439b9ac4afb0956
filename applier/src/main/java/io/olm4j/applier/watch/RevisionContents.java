package io.olm4j.applier.watch;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.watch.Owners.Owner;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects that each revision contains, as far as they are known. */
final class RevisionContents {

    private final Map<String, Content> contents = new ConcurrentHashMap<>();

    private record Content(String uid, Set<ObjectRef> objects) {}

    void put(Owner revision, Collection<ObjectRef> objects) {
        // Some bundles set a namespace for an object of a cluster-scoped kind.
        Set<ObjectRef> keys = objects.stream()
                .flatMap(ref -> Stream.of(key(ref, ref.namespace()), key(ref, "")))
                .collect(Collectors.toUnmodifiableSet());
        contents.put(revision.name(), new Content(revision.uid(), keys));
    }

    void remove(String revision) {
        contents.remove(revision);
    }

    /** Whether a revision contains an object; empty if its content is not known. */
    Optional<Boolean> contains(Owner revision, ObjectRef object) {
        return Optional.ofNullable(contents.get(revision.name()))
                .filter(content -> content.uid().equals(revision.uid()))
                .map(content -> content.objects().contains(key(object, object.namespace())));
    }

    /** The version does not count: the kind may be watched at another one. */
    private static ObjectRef key(ObjectRef ref, String namespace) {
        return new ObjectRef(ref.group(), "", ref.kind(), namespace, ref.name());
    }
}
