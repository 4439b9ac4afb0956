package io.olm4j.applier.cluster;

import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Finds the resource under which the API server serves a kind. It caches answers. It asks again for an unknown kind,
 * and for the kinds of a {@linkplain #forget forgotten} group, whose CRDs may have changed. While the API server
 * answers such a question with an error of its own, the former answer counts.
 */
public final class RestMapper {

    private final ObjectClient client;
    private final ConcurrentMap<String, Group> groups = new ConcurrentHashMap<>();

    /**
     * The kinds of an apiVersion; none until the API server has answered. A group that is forgotten gets another
     * object, so an answer to an earlier question is not kept.
     */
    private static final class Group {

        /** The kinds from before the group was forgotten. They count if the API server fails to answer. */
        private final Map<String, RestMapping> former;

        private volatile Map<String, RestMapping> kinds = Map.of();

        Group(Map<String, RestMapping> former) {
            this.former = former;
        }

        Map<String, RestMapping> latest() {
            return kinds.isEmpty() ? former : kinds;
        }
    }

    public RestMapper(ObjectClient client) {
        this.client = client;
    }

    /**
     * The resource of a kind; empty if the API server does not serve the kind.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    public Optional<RestMapping> find(GroupVersionKind kind) {
        Group group = groups.computeIfAbsent(kind.apiVersion(), _ -> new Group(Map.of()));
        RestMapping known = group.kinds.get(kind.kind());
        if (known != null) {
            return Optional.of(known);
        }
        try {
            Map<String, RestMapping> kinds = discover(kind);
            group.kinds = kinds;
            if (kinds.isEmpty()) {
                groups.remove(kind.apiVersion(), group);
            }
            return Optional.ofNullable(kinds.get(kind.kind()));
        } catch (ApiException e) {
            RestMapping former = group.kinds.isEmpty() ? group.former.get(kind.kind()) : null;
            // An answer that says nothing about the kinds. Without any answer, the caller need not go on.
            if (former != null && e.code() >= HTTP_INTERNAL_ERROR) {
                return Optional.of(former);
            }
            if (group.latest().isEmpty()) {
                groups.remove(kind.apiVersion(), group);
            }
            throw e;
        }
    }

    /**
     * The resource of a kind at its version, or if the API server does not serve this, at the most preferred version
     * that it serves; empty if it serves none. Objects are the same at all versions of their kind.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    public Optional<RestMapping> findAtAnyVersion(GroupVersionKind kind) {
        Optional<RestMapping> exact = find(kind);
        if (exact.isPresent() || kind.group().isEmpty()) {
            return exact;
        }
        return client.read("/apis/" + kind.group()).map(ApiGroup::of).stream()
                .flatMap(group -> group.apiVersions().stream())
                .map(apiVersion -> GroupVersionKind.of(apiVersion, kind.kind()))
                .filter(other -> !other.equals(kind))
                .flatMap(other -> find(other).stream())
                .findFirst();
    }

    /** Removes the kinds of a group, because what is known of one is wrong. They do not count while it fails. */
    public void drop(String group) {
        groups.keySet().removeIf(apiVersion -> isOf(group, apiVersion));
    }

    private static boolean isOf(String group, String apiVersion) {
        return GroupVersionKind.of(apiVersion, "").group().equals(group);
    }

    /** Asks again for the kinds of a group when they are next looked up. */
    public void forget(String group) {
        groups.keySet().stream()
                .filter(apiVersion -> isOf(group, apiVersion))
                .forEach(apiVersion -> groups.computeIfPresent(
                        apiVersion, (_, known) -> known.latest().isEmpty() ? null : new Group(known.latest())));
    }

    private Map<String, RestMapping> discover(GroupVersionKind wanted) {
        JsonNode resources = client.read(ApiGroup.path(wanted.apiVersion()))
                .<JsonNode>map(list -> list.path("resources"))
                .orElseGet(MissingNode::getInstance);
        Map<String, RestMapping> kinds = new HashMap<>();
        for (JsonNode resource : resources) {
            String plural = resource.path("name").asText("");
            // Subresources such as deployments/scale are listed with their own kinds, or with that of the resource.
            if (!plural.contains("/")) {
                String kind = resource.path("kind").asText("");
                kinds.putIfAbsent(
                        kind,
                        new RestMapping(
                                new GroupVersionKind(wanted.group(), wanted.version(), kind),
                                plural,
                                resource.path("namespaced").asBoolean()));
            }
        }
        return kinds;
    }
}
