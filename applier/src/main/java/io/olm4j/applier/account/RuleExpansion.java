package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Breaks RBAC rules into single questions, as the API server does when it checks for privilege escalation. */
final class RuleExpansion {

    private RuleExpansion() {}

    /** @param namespace in which the rules apply; empty for the whole cluster */
    static List<AccessQuery> queries(JsonNode rules, String namespace) {
        List<AccessQuery> queries = new ArrayList<>();
        for (JsonNode rule : rules) {
            List<String> verbs = texts(rule.path("verbs"));
            for (String path : texts(rule.path("nonResourceURLs"))) {
                verbs.forEach(verb -> queries.add(AccessQuery.path(verb, path)));
            }
            List<String> given = texts(rule.path("resourceNames"));
            List<String> names = given.isEmpty() ? List.of("") : given;
            for (String group : texts(rule.path("apiGroups"))) {
                for (String resource : texts(rule.path("resources"))) {
                    for (String name : names) {
                        verbs.forEach(verb -> queries.add(new AccessQuery(verb, group, resource, namespace, name, "")));
                    }
                }
            }
        }
        return queries;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
