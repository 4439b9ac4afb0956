package io.olm4j.applier.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.watch.Owners.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reduces objects in the cache. An object of a set loses the managed fields of other managers, and is kept as JSON
 * text, which takes a fraction of the memory of its fields. Any other object is reduced to its identity: the label, and
 * the name and UID of a set, can be copied from an object of the set. Large objects in namespaces are reduced too:
 * users of a namespace can write many of them, also as the objects of their own set. Of large objects without a
 * namespace, the latest are kept, up to a limit in total: definitions are large, but others can fill the status of an
 * object of a set. As long as it is not known what the set contains, small objects without a namespace are kept, and
 * small objects of namespaces up to another limit in total.
 */
final class ManagedReduction {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The length of an object that is kept in any case; the API server is asked for a longer one in a namespace. */
    private static final int SMALL = 32 << 10;

    private final Predicate<Owner> known;
    private final RevisionContents contents;
    private final LatestContents undecided;
    private final LatestContents large;

    /** @param known whether the set of this owner exists */
    ManagedReduction(Predicate<Owner> known, RevisionContents contents) {
        this(known, contents, new LatestContents(), new LatestContents());
    }

    /**
     * @param undecided keeps small objects in namespaces while it is not known whether their set contains them
     * @param large keeps large objects without a namespace
     */
    ManagedReduction(
            Predicate<Owner> known, RevisionContents contents, LatestContents undecided, LatestContents large) {
        this.known = known;
        this.contents = contents;
        this.undecided = undecided;
        this.large = large;
    }

    /** The identity of an object, the sets that own it, and its content as JSON if it is kept. */
    private static final class Reduced extends GenericKubernetesResource {
        private final transient Optional<byte[]> content;

        Reduced(GenericKubernetesResource object, List<Owner> owners, Optional<byte[]> content) {
            ObjectMeta metadata = object.getMetadata();
            setApiVersion(object.getApiVersion());
            setKind(object.getKind());
            setMetadata(new ObjectMetaBuilder()
                    .withNamespace(metadata.getNamespace())
                    .withName(metadata.getName())
                    .withUid(metadata.getUid())
                    .withResourceVersion(metadata.getResourceVersion())
                    .withOwnerReferences(owners.stream().map(Owner::reference).toList())
                    .build());
            this.content = content;
        }
    }

    /** The content of a reduced object; empty if it is not kept. */
    Optional<ObjectNode> content(GenericKubernetesResource reduced) {
        if (!(reduced instanceof Reduced kept)) {
            return Optional.empty();
        }
        return kept.content
                .or(() -> undecided.get(kept))
                .or(() -> large.get(kept))
                .map(ManagedReduction::parsed);
    }

    GenericKubernetesResource reduce(GenericKubernetesResource object) {
        List<Owner> owners = Owners.of(object).stream().filter(known).toList();
        ObjectRef ref = Owners.refOf(object);
        List<Optional<Boolean>> contained =
                owners.stream().map(owner -> contents.contains(owner, ref)).toList();
        boolean isContained = contained.contains(Optional.of(true));
        Optional<byte[]> content = isContained || contained.contains(Optional.<Boolean>empty())
                ? text(withOurFields(object)).flatMap(text -> kept(object, ref, isContained, text))
                : Optional.empty();
        return new Reduced(object, owners, content);
    }

    /** The content to keep with an object; empty if it is kept for the latest objects only, or not at all. */
    private Optional<byte[]> kept(GenericKubernetesResource object, ObjectRef ref, boolean isContained, byte[] text) {
        boolean isSmall = text.length <= SMALL;
        boolean isNamespaced = !ref.namespace().isEmpty();
        if (isSmall && (isContained || !isNamespaced)) {
            return Optional.of(text);
        }
        if (isSmall || !isNamespaced) {
            (isNamespaced ? undecided : large).put(object, text);
        }
        return Optional.empty();
    }

    private static GenericKubernetesResource withOurFields(GenericKubernetesResource object) {
        List<ManagedFieldsEntry> entries = object.getMetadata().getManagedFields();
        if (entries != null) {
            object.getMetadata()
                    .setManagedFields(entries.stream()
                            .filter(entry -> OlmApi.FIELD_MANAGER.equals(entry.getManager())
                                    && "Apply".equals(entry.getOperation()))
                            .toList());
        }
        return object;
    }

    /** Empty for an object with more levels than Jackson writes: it must not end the watch of its kind. */
    private static Optional<byte[]> text(GenericKubernetesResource object) {
        try {
            return Optional.of(JSON.writeValueAsBytes(object));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static ObjectNode parsed(byte[] text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
