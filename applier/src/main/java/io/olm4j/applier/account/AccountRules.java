package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The rights of an account as the API server lists them, by one SelfSubjectRulesReview for each namespace. A listed
 * right is one that the account has. A right that is not listed may come from an authorizer that lists none.
 */
final class AccountRules {

    private static final String PATH = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";

    /** No namespace can have this name, so that only the rules for the whole cluster apply in it. */
    private static final String WHOLE_CLUSTER = "_";

    /** A limit on the work for one account; rights by further rules are asked for one by one. */
    private static final int MAX_RULES = 5_000;

    private static final String ANY = "*";

    private final ObjectClient account;
    private final Map<String, List<Rule>> byNamespace = new ConcurrentHashMap<>();

    /** @param account acts as the account */
    AccountRules(ObjectClient account) {
        this.account = account;
    }

    /** A rule of the answer; it is about resources or about paths. */
    private record Rule(
            Set<String> verbs, Set<String> groups, Set<String> resources, Set<String> names, Set<String> paths) {

        boolean allows(AccessQuery query) {
            return hasAny(verbs, query.verb())
                    && (query.path().isEmpty()
                            ? hasAny(groups, query.group()) && hasResource(query.resource()) && hasName(query.name())
                            : hasPath(query.path()));
        }

        private boolean hasResource(String resource) {
            int slash = resource.indexOf('/');
            return hasAny(resources, resource) || (slash >= 0 && resources.contains(ANY + resource.substring(slash)));
        }

        private boolean hasName(String name) {
            return names.isEmpty() || names.contains(name);
        }

        private boolean hasPath(String path) {
            return hasAny(paths, path)
                    || paths.stream()
                            .anyMatch(pattern -> pattern.endsWith(ANY)
                                    && path.startsWith(pattern.substring(0, pattern.length() - 1)));
        }

        private static boolean hasAny(Set<String> values, String wanted) {
            return values.contains(ANY) || values.contains(wanted);
        }
    }

    /** Whether the API server lists a right. */
    boolean list(AccessQuery query) {
        String namespace = query.namespace().isEmpty() ? WHOLE_CLUSTER : query.namespace();
        return byNamespace.computeIfAbsent(namespace, this::read).stream().anyMatch(rule -> rule.allows(query));
    }

    /** If the review fails, nothing is listed. */
    private List<Rule> read(String namespace) {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SelfSubjectRulesReview");
        review.putObject("spec").put("namespace", namespace);
        try {
            JsonNode status = account.post(PATH, review).path("status");
            List<Rule> rules = new ArrayList<>();
            add(status.path("resourceRules"), rules);
            add(status.path("nonResourceRules"), rules);
            return rules;
        } catch (ApiException e) {
            return List.of();
        }
    }

    private static void add(JsonNode listed, List<Rule> rules) {
        for (JsonNode rule : listed) {
            if (rules.size() < MAX_RULES) {
                rules.add(new Rule(
                        texts(rule.path("verbs")),
                        texts(rule.path("apiGroups")),
                        texts(rule.path("resources")),
                        texts(rule.path("resourceNames")),
                        texts(rule.path("nonResourceURLs"))));
            }
        }
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    }
}
