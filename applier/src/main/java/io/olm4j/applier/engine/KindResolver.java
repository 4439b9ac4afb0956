package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.CrdDeletions;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.Revision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the resources of the kinds of a revision, including those that are served only after the revision's own CRDs
 * are applied.
 */
final class KindResolver {

    private final RestMapper mapper;

    KindResolver(RestMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * The kinds of a revision.
     *
     * @param served the kinds that the API server serves now
     * @param announced the kinds that CRDs of the revision define and that are not served yet
     * @param missing all other kinds
     */
    record Kinds(
            Map<GroupVersionKind, RestMapping> served,
            Map<GroupVersionKind, RestMapping> announced,
            List<GroupVersionKind> missing) {

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

    /** @throws io.olm4j.applier.cluster.ApiException if the API server cannot say */
    Kinds resolve(Revision revision) {
        return resolve(revision, mapper::find);
    }

    /**
     * The kinds of a revision whose objects exist already: a kind whose version is no longer served is found at another
     * version.
     *
     * @throws io.olm4j.applier.cluster.ApiException if the API server cannot say
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
                if (!served.containsKey(kind) && ObjectIdentity.isPossible(object.ref())) {
                    Optional<RestMapping> mapping = finder.apply(kind);
                    mapping.ifPresent(m -> served.put(kind, m));
                    if (mapping.isEmpty() && !announced.containsKey(kind) && !missing.contains(kind)) {
                        missing.add(kind);
                    }
                }
            }
        }
        announced.keySet().removeAll(served.keySet());
        return new Kinds(served, announced, missing);
    }

    /** @throws io.olm4j.applier.cluster.ApiException if the API server cannot say */
    Optional<RestMapping> find(GroupVersionKind kind) {
        return mapper.find(kind);
    }

    /**
     * A version at which the API server serves a kind that it does not serve at its own version; empty if it serves
     * none.
     *
     * @throws io.olm4j.applier.cluster.ApiException if the API server cannot say
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
     * @throws io.olm4j.applier.cluster.ApiException if the API server cannot say
     */
    Optional<PlacedObject> findAgain(PlacedObject object) {
        mapper.forget(object.ref().group());
        return mapper.findAtAnyVersion(object.mapping().kind())
                // Discovery has the resource: the answer concerned the object.
                .filter(mapping -> !mapping.equals(object.mapping()))
                .map(object::at);
    }

    /** Forgets the kinds of these objects; the next look-up discovers them again. */
    void forget(List<PlacedObject> objects) {
        objects.stream().map(object -> object.ref().group()).distinct().forEach(mapper::forget);
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
