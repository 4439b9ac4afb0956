package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.CrdDeletions;
import io.olm4j.applier.object.KindHints;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.Revision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the resources of the kinds of a revision, including those that are served only after the revision's own CRDs
 * are applied.
 */
final class KindResolver {

    /** The largest number of kinds in a message. */
    private static final int MAX_NAMED = 10;

    private final RestMapper mapper;

    KindResolver(RestMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * The kinds of a revision.
     *
     * @param served the kinds that the API server serves now
     * @param announced the kinds that CRDs of the revision define and that are not served yet
     * @param missing the kinds that it does not serve and that no CRD of the revision defines
     * @param undiscovered the kinds for which the API server gives no usable answer, and what it answers
     */
    record Kinds(
            Map<GroupVersionKind, RestMapping> served,
            Map<GroupVersionKind, RestMapping> announced,
            List<GroupVersionKind> missing,
            Map<GroupVersionKind, String> undiscovered) {

        /** Whether a kind cannot become known in this roll-out. */
        boolean isUnresolved(GroupVersionKind kind) {
            return missing.contains(kind) || undiscovered.containsKey(kind);
        }

        /** All objects whose resources are known, with these resources. */
        List<PlannedObject> plan(Revision revision) {
            List<PlannedObject> planned = new ArrayList<>();
            for (ResolvedPhase phase : revision.phases()) {
                for (ResolvedObject object : phase.objects()) {
                    GroupVersionKind kind = GroupVersionKind.of(object.ref());
                    RestMapping mapping = served.getOrDefault(kind, announced.get(kind));
                    if (mapping != null) {
                        planned.add(new PlannedObject(object.object(), mapping));
                    }
                }
            }
            return planned;
        }

        /** Whether the kind of an object is known and has no namespaces. */
        boolean isClusterScoped(ObjectRef ref) {
            GroupVersionKind kind = GroupVersionKind.of(ref);
            RestMapping mapping = served.getOrDefault(kind, announced.get(kind));
            return mapping != null && !mapping.namespaced();
        }

        boolean isServed(ResolvedObject object) {
            return served.containsKey(GroupVersionKind.of(object.ref()));
        }

        /** The objects whose kinds are served; the others cannot exist on the server. */
        List<PlacedObject> place(List<ResolvedObject> objects) {
            return objects.stream()
                    .filter(object -> ObjectIdentity.isPossible(object.ref()))
                    .flatMap(object -> Optional.ofNullable(served.get(GroupVersionKind.of(object.ref())))
                            .map(mapping -> PlacedObject.of(object, mapping))
                            .stream())
                    .toList();
        }
    }

    /** @throws ApiException if the API server does not answer */
    Kinds resolve(Revision revision) {
        Map<GroupVersionKind, String> undiscovered = new LinkedHashMap<>();
        Kinds found = resolve(revision, kind -> {
            try {
                return undiscovered.containsKey(kind) ? Optional.empty() : mapper.find(kind);
            } catch (ApiException e) {
                if (e.code() == ApiException.NO_ANSWER) {
                    throw e; // The other kinds would have to wait for it one by one.
                }
                undiscovered.put(kind, e.text());
                return Optional.empty();
            }
        });
        found.missing().removeAll(undiscovered.keySet());
        return new Kinds(found.served(), found.announced(), found.missing(), undiscovered);
    }

    /**
     * The kinds of a revision whose objects exist already: a kind whose version is no longer served is found at another
     * version.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    Kinds resolveAtAnyVersion(Revision revision) {
        return resolve(revision, mapper::findAtAnyVersion);
    }

    private static Kinds resolve(Revision revision, Function<GroupVersionKind, Optional<RestMapping>> finder) {
        Map<GroupVersionKind, RestMapping> announced = announced(revision);
        Map<GroupVersionKind, RestMapping> served = new LinkedHashMap<>();
        List<GroupVersionKind> missing = new ArrayList<>();
        for (ResolvedPhase phase : revision.phases()) {
            for (ResolvedObject object : phase.objects()) {
                GroupVersionKind kind = GroupVersionKind.of(object.ref());
                if (!served.containsKey(kind) && !missing.contains(kind) && ObjectIdentity.isPossible(object.ref())) {
                    Optional<RestMapping> mapping = finder.apply(kind);
                    mapping.ifPresent(m -> served.put(kind, m));
                    if (mapping.isEmpty() && !announced.containsKey(kind)) {
                        missing.add(kind);
                    }
                }
            }
        }
        announced.keySet().removeAll(served.keySet());
        return new Kinds(served, announced, missing, Map.of());
    }

    /** The message that the watches cannot be established, for these reasons. */
    static String establishWatch(Collection<String> reasons) {
        return "establish watch: "
                + reasons.stream().distinct().limit(MAX_NAMED).collect(Collectors.joining("; "));
    }

    /**
     * The message that a kind is not served, and what to do.
     *
     * @throws ApiException if the API server cannot say at which versions it serves the kind
     */
    String notServed(GroupVersionKind kind) {
        return otherVersion(kind)
                .map(other -> KindHints.servedAtAnotherVersion(kind, other))
                .orElseGet(() -> KindHints.notServed(kind));
    }

    /** @throws ApiException if the API server gives no usable answer */
    Optional<RestMapping> find(GroupVersionKind kind) {
        return mapper.find(kind);
    }

    /**
     * A version at which the API server serves a kind that it does not serve at its own version; empty if it serves
     * none.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    Optional<String> otherVersion(GroupVersionKind kind) {
        return mapper.findAtAnyVersion(kind)
                .map(RestMapping::kind)
                .filter(found -> !found.equals(kind))
                .map(GroupVersionKind::version);
    }

    /**
     * Finds an object again whose resource is no longer served.
     *
     * @return the object at another version; empty if the API server serves none
     * @throws ApiException if the API server gives no usable answer
     */
    Optional<PlacedObject> findAgain(PlacedObject object) {
        mapper.drop(object.ref().group());
        return mapper.findAtAnyVersion(object.mapping().kind())
                // Discovery has the resource: the answer concerned the object.
                .filter(mapping -> !mapping.equals(object.mapping()))
                .map(object::at);
    }

    /** Forgets the kinds of these objects; the next look-up discovers them again. */
    void forget(List<PlacedObject> objects) {
        objects.stream().map(object -> object.ref().group()).distinct().forEach(mapper::forget);
    }

    /** Whether an object is a CRD that defines a kind. */
    static boolean defines(ResolvedObject object, GroupVersionKind kind) {
        Map<GroupVersionKind, RestMapping> defined = new HashMap<>();
        if (CrdDeletions.isDefinition(object)) {
            addServed(object.object(), defined);
        }
        return defined.containsKey(kind);
    }

    private static Map<GroupVersionKind, RestMapping> announced(Revision revision) {
        Map<GroupVersionKind, RestMapping> announced = new HashMap<>();
        for (ResolvedPhase phase : revision.phases()) {
            for (ResolvedObject object : phase.objects()) {
                if (CrdDeletions.isDefinition(object)) {
                    addServed(object.object(), announced);
                }
            }
        }
        return announced;
    }

    private static void addServed(ObjectNode crd, Map<GroupVersionKind, RestMapping> announced) {
        JsonNode spec = crd.path("spec");
        JsonNode names = spec.path("names");
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                GroupVersionKind kind = new GroupVersionKind(
                        spec.path("group").asText(""),
                        version.path("name").asText(""),
                        names.path("kind").asText(""));
                announced.put(
                        kind,
                        new RestMapping(
                                kind,
                                names.path("plural").asText(""),
                                spec.path("scope").asText("").equals("Namespaced")));
            }
        }
    }
}
