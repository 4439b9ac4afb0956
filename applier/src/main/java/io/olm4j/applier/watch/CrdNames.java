package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The group, kind and served versions that a CRD declares.
 *
 * @param servedVersions the versions that its spec marks as served
 */
public record CrdNames(String group, String kind, Set<String> servedVersions) {

    private static final String STORED = "storedVersions";

    public CrdNames {
        servedVersions = Set.copyOf(servedVersions);
    }

    /** Reads a CRD, in full or reduced. */
    public static CrdNames of(GenericKubernetesResource crd) {
        List<Map<String, Object>> versions = crd.get("spec", "versions");
        Set<String> served = versions == null
                ? Set.of()
                : versions.stream()
                        .filter(version -> Boolean.TRUE.equals(version.get("served")))
                        .map(version -> String.valueOf(version.get("name")))
                        .collect(Collectors.toSet());
        return new CrdNames(text(crd.get("spec", "group")), text(crd.get("spec", "names", "kind")), served);
    }

    /**
     * Whether the kinds that the API server serves, the objects that it accepts, or the versions that must stay may
     * differ between two states of a {@linkplain #reduce reduced} CRD: its spec, one of its conditions or its stored
     * versions changed. Labels and annotations do not count.
     */
    static boolean differ(GenericKubernetesResource before, GenericKubernetesResource after) {
        return !Objects.equals(
                        before.getMetadata().getGeneration(),
                        after.getMetadata().getGeneration())
                || !before.getAdditionalProperties().equals(after.getAdditionalProperties());
    }

    /**
     * Removes everything except group, names, scope, name and {@code served} of the versions, type and status of the
     * conditions, and the stored versions, because the schemas are large.
     */
    static GenericKubernetesResource reduce(GenericKubernetesResource crd) {
        Map<String, Object> spec = crd.get("spec");
        if (spec == null) {
            return crd;
        }
        Map<String, Object> kept = new HashMap<>();
        for (String key : List.of("group", "names", "scope")) {
            if (spec.containsKey(key)) {
                kept.put(key, spec.get(key));
            }
        }
        List<Map<String, Object>> versions = crd.get("spec", "versions");
        if (versions != null) {
            kept.put(
                    "versions",
                    versions.stream()
                            .map(version -> Map.of(
                                    "name", String.valueOf(version.get("name")),
                                    "served", Boolean.TRUE.equals(version.get("served"))))
                            .toList());
        }
        crd.setAdditionalProperties(new HashMap<>(
                Map.of("spec", kept, "status", Map.of("conditions", conditions(crd), STORED, storedVersions(crd)))));
        crd.getMetadata().setManagedFields(null);
        crd.getMetadata().setAnnotations(null);
        return crd;
    }

    private static List<String> storedVersions(GenericKubernetesResource crd) {
        List<String> stored = crd.get("status", STORED);
        return stored == null ? List.of() : stored;
    }

    private static List<Map<String, String>> conditions(GenericKubernetesResource crd) {
        List<Map<String, Object>> conditions = crd.get("status", "conditions");
        return conditions == null
                ? List.of()
                : conditions.stream()
                        .map(condition -> Map.of(
                                "type", text(condition.get("type")),
                                "status", text(condition.get("status"))))
                        .toList();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
