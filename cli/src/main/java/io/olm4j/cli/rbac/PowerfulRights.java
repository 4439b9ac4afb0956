package io.olm4j.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the rights with which an account can take the rights of others, or read every Secret of the cluster. See
 * https://kubernetes.io/docs/concepts/security/rbac-good-practices/#privilege-escalation-risks.
 */
public final class PowerfulRights {

    private static final String ALL = "*";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final Set<String> READ = Set.of("get", "list", "watch");

    private static final List<Powerful> POWERFUL = List.of(
            new Powerful(RBAC, "clusterroles", Set.of("escalate", "bind")),
            new Powerful(RBAC, "roles", Set.of("escalate", "bind")),
            new Powerful("", "users", Set.of("impersonate")),
            new Powerful("", "groups", Set.of("impersonate")),
            new Powerful("", "serviceaccounts", Set.of("impersonate")),
            new Powerful("", "serviceaccounts/token", Set.of("create")),
            new Powerful("", "secrets", READ));

    private record Powerful(String group, String resource, Set<String> verbs) {

        /** Whether it is the subresource of all resources, such as {@code *}{@code /token}. */
        private boolean isAllOf(String otherResource) {
            int slash = resource.indexOf('/');
            return slash >= 0 && otherResource.equals(ALL + resource.substring(slash));
        }

        /** Whether a right contains this one; a wildcard contains everything. */
        boolean isIn(String otherGroup, String otherResource, String verb) {
            return (otherGroup.equals(ALL) || otherGroup.equals(group))
                    && (otherResource.equals(ALL) || otherResource.equals(resource) || isAllOf(otherResource))
                    && (verb.equals(ALL) || verbs.contains(verb));
        }
    }

    private PowerfulRights() {}

    /**
     * The powerful rights that ClusterRoles grant.
     *
     * @param manifests ClusterRoles, and others that do not count
     * @return such as {@code get, list on secrets}, separated by semicolons; empty if there are none
     */
    public static String of(Collection<ObjectNode> manifests) {
        SortedMap<String, SortedSet<String>> verbs = new TreeMap<>();
        manifests.stream()
                .filter(manifest -> manifest.path("kind").asText().equals("ClusterRole"))
                .flatMap(role -> role.path("rules").valueStream())
                .forEach(rule -> add(rule, verbs));
        return verbs.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + " on " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static void add(JsonNode rule, SortedMap<String, SortedSet<String>> verbs) {
        boolean named = !rule.path("resourceNames").isEmpty();
        for (String group : texts(rule, "apiGroups")) {
            for (String resource : texts(rule, "resources")) {
                for (String verb : texts(rule, "verbs")) {
                    boolean isOfNamedSecrets = named && resource.equals("secrets");
                    if (!isOfNamedSecrets && POWERFUL.stream().anyMatch(right -> right.isIn(group, resource, verb))) {
                        String shown = group.isEmpty() ? resource : resource + "." + group;
                        verbs.computeIfAbsent(shown, _ -> new TreeSet<>()).add(verb);
                    }
                }
            }
        }
    }

    private static List<String> texts(JsonNode rule, String field) {
        return rule.path(field).valueStream().map(JsonNode::asText).toList();
    }
}
