package io.olm4j.cli.packages;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.InstallMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A rule of a role that an operator asks for in its ClusterServiceVersion.
 *
 * @param scope {@code cluster}; or {@code namespace} for the watched namespaces, if the operator cannot watch all
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

    /**
     * The rules that an installation without configuration grants, those for the whole cluster first. An operator that
     * can watch all namespaces gets its rules for watched namespaces in the whole cluster, and may read namespaces.
     */
    static List<PermissionRule> of(JsonNode csv, Set<InstallMode> modes) {
        JsonNode install = csv.path("spec").path("install").path("spec");
        List<PermissionRule> rules = new ArrayList<>();
        add(install.path("clusterPermissions"), "cluster", rules);
        boolean all = modes.contains(InstallMode.ALL_NAMESPACES);
        add(install.path("permissions"), all ? "cluster" : "namespace", rules);
        if (all) {
            accounts(install.path("permissions"))
                    .map(PermissionRule::namespaceReader)
                    .forEach(rules::add);
        }
        return rules;
    }

    private static Stream<String> accounts(JsonNode permissions) {
        return StreamSupport.stream(permissions.spliterator(), false)
                .map(permission -> permission.path("serviceAccountName").asText(""))
                .distinct();
    }

    private static PermissionRule namespaceReader(String account) {
        return new PermissionRule(
                "cluster",
                account,
                List.of("get", "list", "watch"),
                List.of(""),
                List.of("namespaces"),
                List.of(),
                List.of());
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
