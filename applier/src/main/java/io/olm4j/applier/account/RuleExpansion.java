package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Breaks RBAC rules into single questions, as the API server does when it checks for privilege escalation. A rule of a
 * few hundred bytes can yield millions of questions, so their total number over all rules is limited.
 */
final class RuleExpansion {

    /** The limit for all rules together; the largest of 81 real operators grants 1,377 rights. */
    static final int MAX_QUERIES = 10_000;

    /** The longest text in characters. No name in Kubernetes is longer, and each question repeats all its texts. */
    private static final int MAX_TEXT = 1024;

    private record Scope(JsonNode rules, String namespace) {}

    /** A cache, because a role and its binding mostly grant the same rights. */
    private final Map<Scope, Rights> expanded = new HashMap<>();

    private int left = MAX_QUERIES;

    /** @param namespace the namespace in which the rules apply; empty for the whole cluster */
    Rights of(JsonNode rules, String namespace) {
        return expanded.computeIfAbsent(new Scope(rules, namespace), this::expand);
    }

    private Rights expand(Scope scope) {
        if (hasLongText(scope.rules())) {
            return new Unlisted("a text of more than " + MAX_TEXT + " characters in its rules");
        }
        long count = count(scope.rules());
        if (count > left) {
            return new Unlisted("more than " + MAX_QUERIES
                    + " single rights with those of other roles, too many to check one by one");
        }
        left -= (int) count;
        return new Listed(queries(scope));
    }

    private static boolean hasLongText(JsonNode rules) {
        for (JsonNode rule : rules) {
            for (JsonNode list : rule) {
                for (JsonNode item : list) {
                    if (item.asText("").length() > MAX_TEXT) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The number of questions; every number above {@link #MAX_QUERIES} means too many. */
    private static long count(JsonNode rules) {
        long count = 0;
        for (JsonNode rule : rules) {
            long objects =
                    times(rule.path("resources").size(), rule.path("apiGroups").size());
            objects = times(objects, Math.max(1, rule.path("resourceNames").size()));
            count += times(
                    objects + rule.path("nonResourceURLs").size(),
                    rule.path("verbs").size());
        }
        return count;
    }

    /** A product, limited to one more than {@link #MAX_QUERIES} so that it cannot overflow. */
    private static long times(long a, long b) {
        return Math.min(a * b, MAX_QUERIES + 1L);
    }

    private static List<AccessQuery> queries(Scope scope) {
        List<AccessQuery> queries = new ArrayList<>();
        for (JsonNode rule : scope.rules()) {
            List<String> verbs = texts(rule.path("verbs"));
            for (String path : texts(rule.path("nonResourceURLs"))) {
                verbs.forEach(verb -> queries.add(AccessQuery.path(verb, path)));
            }
            List<String> given = texts(rule.path("resourceNames"));
            List<String> names = given.isEmpty() ? List.of("") : given;
            for (String group : texts(rule.path("apiGroups"))) {
                for (String resource : texts(rule.path("resources"))) {
                    for (String name : names) {
                        verbs.forEach(verb ->
                                queries.add(new AccessQuery(verb, group, resource, scope.namespace(), name, "")));
                    }
                }
            }
        }
        return queries;
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
