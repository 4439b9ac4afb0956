package io.olm4j.applier.engine;

import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ListMeta;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ApiGroup;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.PhaseSorter;
import io.olm4j.applier.work.FairPlaces;
import io.olm4j.versionranges.ShortList;
import io.olm4j.versionranges.Shortened;
import java.net.URLEncoder;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the objects of any kind that a revision controls on the cluster, for a revision whose content is lost. It lists
 * every kind that can be deleted, and therefore sends many requests. An object that several groups serve counts once.
 */
final class ControlledObjects {

    private static final String MANAGED =
            "?limit=250&labelSelector=" + Labels.MANAGED_BY.replace("/", "%2F") + "%3D" + Labels.MANAGED_BY_OLM;

    private static final int MAX_NAMED = 5;

    /** The longest reason why a kind is not listed, in characters. */
    private static final int MAX_REASON = 500;

    /** The most pages of a list, with 250,000 objects of all sets together. */
    static final int MAX_PAGES = 1_000;

    static final int MAX_OBJECTS = 10_000;

    /** The longest name that the API server admits; some kinds have shorter ones. */
    private static final int MAX_NAME = 253;

    /** Longer than any UID; the API server makes UUIDs. */
    private static final int MAX_UID = 128;

    private final ObjectClient controller;
    private final InstantSource time;

    /** Users who may create sets can cause many searches, and one can take minutes: each tenant makes one at a time. */
    private final FairPlaces places = new FairPlaces(2, 1, 2, FairPlaces.UNTIL_ITS_END);

    ControlledObjects(ObjectClient controller, InstantSource time) {
        this.controller = controller;
        this.time = time;
    }

    /**
     * A kind that the API server does not list leaves a gap; it does not end the search. The search lists no more kinds
     * of a group after two minutes; the others of the group leave a gap too.
     *
     * @throws ApiException if the API server does not list its groups
     */
    ControlledContent find(Revision revision) {
        try (FairPlaces.Place _ = places.take()) {
            return search(revision);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.withoutAnswer("the search for lost objects was interrupted");
        }
    }

    private ControlledContent search(Revision revision) {
        var search = new Search(revision);
        search.in(ApiGroup.CORE);
        controller
                .read("/apis")
                .ifPresent(groups ->
                        groups.path("groups").valueStream().map(ApiGroup::of).forEach(search::in));
        return search.result();
    }

    private final class Search {

        private final Revision revision;
        private final SearchRequests requests = new SearchRequests(time);
        private final List<ObjectNode> found = new ArrayList<>();

        /**
         * The UIDs of what was found. A group can mirror another one, as authorization.openshift.io does with
         * rbac.authorization.k8s.io; the API server names the built-in groups first.
         */
        private final Set<String> uids = new HashSet<>();

        /** What could not be listed, a resource or an apiVersion, with the reason. */
        private final Map<String, String> failures = new LinkedHashMap<>();

        Search(Revision revision) {
            this.revision = revision;
        }

        /** Lists each resource of a group once, at the first of its versions that answers. */
        void in(ApiGroup group) {
            requests.startGroup();
            Set<String> listed = new HashSet<>();
            for (String apiVersion : group.apiVersions()) {
                for (JsonNode resource : deletable(apiVersion)) {
                    String name = resource.path("name").asText("");
                    if (!listed.contains(name) && list(apiVersion, resource)) {
                        listed.add(name);
                    }
                }
            }
        }

        private List<JsonNode> deletable(String apiVersion) {
            try {
                return requests
                        .send(() -> controller.read(ApiGroup.path(apiVersion)))
                        .map(list -> list.path("resources"))
                        .stream()
                        .flatMap(JsonNode::valueStream)
                        .filter(ControlledObjects::isDeletable)
                        .toList();
            } catch (ApiException e) {
                failures.put(apiVersion, Shortened.of(MAX_REASON, e.text()));
                return List.of();
            }
        }

        /** Adds the objects of a resource; returns whether the API server has listed them. */
        private boolean list(String apiVersion, JsonNode resource) {
            String kind = resource.path("kind").asText("");
            String group = GroupVersionKind.of(apiVersion, kind).group();
            String subject = group.isEmpty() ? kind : kind + "." + group;
            String path =
                    ApiGroup.path(apiVersion) + "/" + resource.path("name").asText("") + MANAGED;
            List<ObjectNode> hits = new ArrayList<>();
            Set<String> hitUids = new HashSet<>();
            try {
                String next = "";
                for (int pages = 0; pages == 0 || !next.isEmpty(); pages++) {
                    if (pages == MAX_PAGES) {
                        throw requests.unusable("the list does not end");
                    }
                    String last = next;
                    String page = path + (last.isEmpty() ? "" : "&continue=" + URLEncoder.encode(last, UTF_8));
                    ListMeta list = requests.send(() -> controller.listMetadata(page, item -> {
                        String uid = item.at("/metadata/uid").asText("");
                        if (!uids.contains(uid) && Ownership.isControlledBy(item, revision)) {
                            add(hits, kept(item).put("apiVersion", apiVersion).put("kind", kind));
                            note(hitUids, uid);
                        }
                    }));
                    next = Objects.requireNonNullElse(list.getContinue(), "");
                    if (!next.isEmpty() && next.equals(last)) {
                        throw requests.unusable("the list does not continue");
                    }
                }
                found.addAll(hits);
                uids.addAll(hitUids);
                failures.remove(subject);
                return true;
            } catch (ApiException e) {
                if (e.code() != HTTP_NOT_FOUND) {
                    failures.put(subject, Shortened.of(MAX_REASON, e.text()));
                }
                return false;
            }
        }

        private void add(List<ObjectNode> hits, ObjectNode hit) {
            if (found.size() + hits.size() == MAX_OBJECTS) {
                throw requests.unusable("it lists more objects of the revision than a revision can have");
            }
            if (hit.at("/metadata/name").textValue().length() > MAX_NAME
                    || hit.at("/metadata/namespace").textValue().length() > MAX_NAME) {
                throw requests.unusable("it lists an object with an impossible name");
            }
            hits.add(hit);
        }

        private void note(Set<String> hitUids, String uid) {
            if (uid.length() > MAX_UID) {
                throw requests.unusable("it lists an object with an impossible UID");
            }
            if (!uid.isEmpty()) {
                hitUids.add(uid);
            }
        }

        /** What a teardown needs of an object; items of a list may lack apiVersion and kind. */
        private static ObjectNode kept(JsonNode item) {
            ObjectNode kept = JsonNodeFactory.instance.objectNode();
            kept.putObject("metadata")
                    .put("namespace", item.at("/metadata/namespace").asText(""))
                    .put("name", item.at("/metadata/name").asText(""));
            return kept;
        }

        ControlledContent result() {
            return new ControlledContent(
                    PhaseSorter.sort(found).stream()
                            .map(phase -> new ResolvedPhase(
                                    phase.name(),
                                    "",
                                    phase.objects().stream()
                                            .map(object -> new ResolvedObject(object, CollisionProtection.PREVENT))
                                            .toList()))
                            .toList(),
                    gap());
        }

        private Optional<String> gap() {
            if (failures.isEmpty()) {
                return Optional.empty();
            }
            List<String> named = failures.entrySet().stream()
                    .map(failure -> failure.getKey() + " (" + failure.getValue() + ")")
                    .toList();
            return Optional.of(
                    "the content of the revision is lost, and kinds of which it may have objects cannot be listed: "
                            + ShortList.of(MAX_NAMED, named)
                            + "; repair the server of their API, or delete its APIService if it is an aggregated one");
        }
    }

    private static boolean isDeletable(JsonNode resource) {
        Set<String> verbs =
                resource.path("verbs").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
        return !resource.path("name").asText("").contains("/") && verbs.contains("list") && verbs.contains("delete");
    }
}
