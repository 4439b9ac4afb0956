package io.olm4j.applier.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.applier.json.Sha256;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Removes from accounts, namespaces, roles and bindings all parts that do not affect rights: two equal results mean the
 * same to the authorizer.
 */
final class AccessReduction {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The length of all subjects of a binding that is kept with them: some 60 service accounts. */
    private static final int MAX_SUBJECTS = 1 << 12;

    private AccessReduction() {}

    static GenericKubernetesResource identity(GenericKubernetesResource object) {
        object.setAdditionalProperties(Map.of());
        return identified(object);
    }

    /** Policies can select namespaces by their labels. */
    static GenericKubernetesResource labelled(GenericKubernetesResource namespace) {
        Map<String, String> labels = namespace.getMetadata().getLabels();
        namespace.setAdditionalProperties(Map.of("labels", labels == null ? Map.of() : labels));
        return identified(namespace);
    }

    /** Rules can be long: their digest is enough to detect a change. */
    static GenericKubernetesResource role(GenericKubernetesResource role) {
        Object rules = role.getAdditionalProperties().get("rules");
        role.setAdditionalProperties(Map.of("rules", digest(rules)));
        return identified(role);
    }

    /**
     * The role and the users and groups of a binding. If these are too many, it concerns every account, and their
     * digest is enough to detect a change.
     */
    static GenericKubernetesResource binding(GenericKubernetesResource binding) {
        Map<String, Object> kept = new HashMap<>(binding.getAdditionalProperties());
        kept.keySet().retainAll(Set.of("roleRef"));
        Set<String> subjects = Subjects.of(binding);
        if (subjects.stream().mapToLong(String::length).sum() > MAX_SUBJECTS) {
            kept.put("digest", digest(new TreeSet<>(subjects)));
            subjects = Set.of(Subjects.EVERY_ACCOUNT);
        }
        kept.put("subjects", subjects);
        binding.setAdditionalProperties(kept);
        return identified(binding);
    }

    /** The users and groups of a reduced binding. */
    static Set<String> subjects(GenericKubernetesResource binding) {
        Set<String> subjects = binding.get("subjects");
        return subjects == null ? Set.of() : subjects;
    }

    private static String digest(@Nullable Object part) {
        try {
            return Sha256.hex(JSON.writeValueAsBytes(part));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GenericKubernetesResource identified(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build());
        return object;
    }
}
