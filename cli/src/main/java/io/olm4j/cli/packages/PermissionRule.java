package io.olm4j.cli.packages;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A rule of a role that an operator asks for in its ClusterServiceVersion.
 *
 * @param scope {@code cluster}, or {@code namespace} for the namespaces that the operator watches
 * @param account the service account of the operator that gets the rule
 * @param names empty for all objects
 * @param urls of rules on URLs that name no resource
 */
record PermissionRule(
        String scope,
        String account,
        List<String> verbs,
        List<String> groups,
        List<String> resources,
        List<String> names,
        List<String> urls) {

    /** The rules of a ClusterServiceVersion, those for the whole cluster first. */
    static List<PermissionRule> of(JsonNode csv) {
        JsonNode install = csv.path("spec").path("install").path("spec");
        List<PermissionRule> rules = new ArrayList<>();
        add(install.path("clusterPermissions"), "cluster", rules);
        add(install.path("permissions"), "namespace", rules);
        return rules;
    }

    private static void add(JsonNode permissions, String scope, List<PermissionRule> rules) {
        for (JsonNode permission : permissions) {
            for (JsonNode rule : permission.path("rules")) {
                rules.add(new PermissionRule(
                        scope,
                        permission.path("serviceAccountName").asText(""),
                        OperatorFacts.texts(rule.path("verbs")),
                        OperatorFacts.texts(rule.path("apiGroups")),
                        OperatorFacts.texts(rule.path("resources")),
                        OperatorFacts.texts(rule.path("resourceNames")),
                        OperatorFacts.texts(rule.path("nonResourceURLs"))));
            }
        }
    }

    /** The resources with their groups, such as {@code deployments.apps}, or the URLs. */
    String objects() {
        Stream<String> qualified = (groups.isEmpty() ? List.of("") : groups)
                .stream()
                        .flatMap(group -> resources.stream()
                                .map(resource -> group.isEmpty() ? resource : resource + "." + group));
        return Stream.concat(qualified, urls.stream()).collect(Collectors.joining(","))
                + (names.isEmpty() ? "" : " named " + String.join(",", names));
    }
}
