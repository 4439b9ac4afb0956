package io.olm4j.controller.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.controller.cluster.Discovery.GroupVersion;
import io.olm4j.fbc.property.ApiKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the kinds of an API server by two requests, or by one for each version of a group if the server does not
 * support aggregated discovery.
 */
final class DiscoveryReader {

    /** In order of preference; a server that supports neither of the first two answers with the old documents. */
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
            + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

    private final ObjectClient client;

    DiscoveryReader(ObjectClient client) {
        this.client = client;
    }

    /** @throws ApiException if the API server does not answer */
    Discovery read() {
        ObjectNode core = client.read("/api", AGGREGATED);
        ObjectNode groups = client.read("/apis", AGGREGATED);
        return isAggregated(core) && isAggregated(groups)
                ? Discovery.ofAggregated(List.of(core, groups))
                : readEach(groupVersions(core, groups));
    }

    /** @throws ApiException if the API server does not answer */
    String version() {
        return client.read("/version")
                .map(version -> version.path("gitVersion").asText(""))
                .orElse("");
    }

    private static boolean isAggregated(JsonNode document) {
        return document.path("kind").asText("").equals("APIGroupDiscoveryList");
    }

    private static List<GroupVersion> groupVersions(JsonNode core, JsonNode groups) {
        List<GroupVersion> all = new ArrayList<>();
        core.path("versions").forEach(version -> all.add(new GroupVersion("", version.asText())));
        for (JsonNode group : groups.path("groups")) {
            for (JsonNode version : group.path("versions")) {
                all.add(new GroupVersion(
                        group.path("name").asText(""), version.path("version").asText("")));
            }
        }
        return all;
    }

    private Discovery readEach(List<GroupVersion> groupVersions) {
        Map<GroupVersion, Set<ApiKind>> kinds = new HashMap<>();
        Set<GroupVersion> stale = new HashSet<>();
        for (GroupVersion groupVersion : groupVersions) {
            try {
                Optional<ObjectNode> resources = client.read(groupVersion.path());
                resources.ifPresent(document -> kinds.put(groupVersion, Discovery.ofResources(groupVersion, document)));
            } catch (ApiException e) {
                if (e.code() == ApiException.NO_ANSWER) {
                    throw e;
                }
                stale.add(groupVersion);
            }
        }
        return new Discovery(kinds, stale);
    }
}
