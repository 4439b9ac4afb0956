package io.olm4j.applier.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.watch.Owners.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reduces objects in the cache. An object of a set loses the managed fields of other managers, and is kept as JSON
 * text, which takes a fraction of the memory of its fields. An object that only has our label is reduced to its
 * identity.
 */
final class ManagedReduction {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Predicate<Owner> known;

    /** @param known whether the set of this owner exists */
    ManagedReduction(Predicate<Owner> known) {
        this.known = known;
    }

    /** The identity of an object, its owners, and its content as JSON if it is kept. */
    private static final class Reduced extends GenericKubernetesResource {
        private final transient Optional<byte[]> content;

        Reduced(GenericKubernetesResource object, Map<String, String> annotations, Optional<byte[]> content) {
            ObjectMeta metadata = object.getMetadata();
            setApiVersion(object.getApiVersion());
            setKind(object.getKind());
            setMetadata(new ObjectMetaBuilder()
                    .withNamespace(metadata.getNamespace())
                    .withName(metadata.getName())
                    .withUid(metadata.getUid())
                    .withResourceVersion(metadata.getResourceVersion())
                    .withOwnerReferences(content.isPresent() ? metadata.getOwnerReferences() : List.of())
                    .withAnnotations(annotations)
                    .build());
            this.content = content;
        }
    }

    /** The content of a reduced object; empty if it is not kept. */
    static Optional<ObjectNode> content(GenericKubernetesResource reduced) {
        return reduced instanceof Reduced kept ? kept.content.map(ManagedReduction::parsed) : Optional.empty();
    }

    GenericKubernetesResource reduce(GenericKubernetesResource object) {
        return Owners.of(object).stream().anyMatch(known)
                ? new Reduced(object, revision(object.getMetadata()), Optional.of(text(withOurFields(object))))
                : new Reduced(object, Map.of(), Optional.empty());
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

    /** The annotations that name the set of an object. */
    private static Map<String, String> revision(ObjectMeta metadata) {
        Map<String, String> annotations =
                metadata.getAnnotations() == null ? new HashMap<>() : new HashMap<>(metadata.getAnnotations());
        annotations.keySet().retainAll(List.of(Annotations.REVISION_NAME, Annotations.REVISION_UID));
        return annotations;
    }

    private static byte[] text(GenericKubernetesResource object) {
        try {
            return JSON.writeValueAsBytes(object);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
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
