package io.olm4j.controller.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.fbc.property.ApiKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kinds of an API server, by group and version. Pure.
 *
 * @param kinds the kinds that each version of a group serves, without subresources
 * @param stale the versions whose kinds could not be read, for example because an aggregated API server is down
 */
record Discovery(Map<GroupVersion, Set<ApiKind>> kinds, Set<GroupVersion> stale) {

    /** A version of a group; the group is empty for the core group. */
    record GroupVersion(String group, String version) {

        /** The path at which the API server lists its resources. */
        String path() {
            return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        }
    }

    Discovery {
        kinds = Map.copyOf(kinds);
        stale = Set.copyOf(stale);
    }

    /** Reads documents of the kind APIGroupDiscoveryList, of {@code apidiscovery.k8s.io/v2} or {@code v2beta1}. */
    static Discovery ofAggregated(List<? extends JsonNode> documents) {
        Map<GroupVersion, Set<ApiKind>> kinds = new HashMap<>();
        Set<GroupVersion> stale = new HashSet<>();
        for (JsonNode document : documents) {
            for (JsonNode group : document.path("items")) {
                String name = new LiveObject(group).name();
                for (JsonNode version : group.path("versions")) {
                    var key = new GroupVersion(name, version.path("version").asText(""));
                    Set<ApiKind> known = kinds.computeIfAbsent(key, _ -> new HashSet<>());
                    version.path("resources")
                            .forEach(resource ->
                                    add(key, resource.path("responseKind").path("kind"), known));
                    if (version.path("freshness").asText("").equals("Stale")) {
                        stale.add(key);
                    }
                }
            }
        }
        return new Discovery(kinds, stale);
    }

    /** Reads the kinds of a document of the kind APIResourceList. */
    static Set<ApiKind> ofResources(GroupVersion groupVersion, JsonNode document) {
        Set<ApiKind> kinds = new HashSet<>();
        for (JsonNode resource : document.path("resources")) {
            // Subresources are listed among the resources, with kinds of their own.
            if (!resource.path("name").asText("").contains("/")) {
                add(groupVersion, resource.path("kind"), kinds);
            }
        }
        return kinds;
    }

    private static void add(GroupVersion groupVersion, JsonNode kind, Set<ApiKind> kinds) {
        if (!kind.asText("").isEmpty()) {
            kinds.add(new ApiKind(groupVersion.group(), groupVersion.version(), kind.asText()));
        }
    }

    /** The same, with the formerly known kinds added to the stale versions. */
    Discovery keepingStaleOf(Discovery before) {
        Map<GroupVersion, Set<ApiKind>> merged = new HashMap<>(kinds);
        for (GroupVersion down : stale) {
            Set<ApiKind> both = new HashSet<>(kinds.getOrDefault(down, Set.of()));
            both.addAll(before.kinds.getOrDefault(down, Set.of()));
            merged.put(down, both);
        }
        return new Discovery(merged, stale);
    }

    /**
     * The same, with formerly known kinds that are missing for the first time: an API server that starts lists its
     * CustomResourceDefinitions and aggregated servers late.
     *
     * @param missingBefore what was missing at the read before
     */
    Discovery keepingUnconfirmed(Discovery before, Set<ApiKind> missingBefore) {
        Map<GroupVersion, Set<ApiKind>> merged = new HashMap<>(kinds);
        missing(before).stream()
                .filter(kind -> !missingBefore.contains(kind))
                .forEach(kind -> merged.merge(
                        new GroupVersion(kind.group(), kind.version()),
                        Set.of(kind),
                        (some, others) ->
                                Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet())));
        return new Discovery(merged, stale);
    }

    /** The kinds that were known before, and are not served any more. */
    Set<ApiKind> missing(Discovery before) {
        Set<ApiKind> missing = new HashSet<>(before.all());
        missing.removeAll(all());
        return missing;
    }

    /** The versions, as an apiVersion, of which nothing is known. */
    Set<String> unanswered() {
        return stale.stream()
                .filter(down -> kinds.getOrDefault(down, Set.of()).isEmpty())
                .map(down -> down.group().isEmpty() ? down.version() : down.group() + "/" + down.version())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** All kinds. */
    Set<ApiKind> all() {
        return kinds.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }
}
