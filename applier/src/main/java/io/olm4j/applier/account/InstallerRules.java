package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The smallest set of RBAC rules with which an account passes {@link PermissionPreflight}. */
public final class InstallerRules {

    /** How the account is permitted to grant the rights in the roles of a bundle. */
    public enum Grants {
        /**
         * It has all these rights itself and therefore cannot grant others. If the rights cannot be listed, for example
         * those of a role that is not part of the bundle, it may {@code escalate} or {@code bind} by name.
         */
        OWN,
        /**
         * It may {@code escalate} and {@code bind} the roles by name. This takes fewer rules, but the account could
         * write any right into these roles.
         */
        ESCALATE
    }

    /** The resource, object or path that verbs apply to; an empty name means all objects of a kind. */
    private record Subject(String group, String resource, String name, String path) {}

    /** The verbs that are allowed on some objects of a kind. */
    private record Named(String group, String resource, Set<String> verbs) {}

    /** The verbs that are allowed on objects of the same names, of any kind in the group. */
    private record Target(String group, Set<String> names, Set<String> verbs) {}

    private final Map<Subject, Set<String>> verbs = new LinkedHashMap<>();

    private InstallerRules() {}

    /**
     * The rules by namespace; the rules for the whole cluster are under the empty namespace.
     *
     * @param objects all objects of one or more revisions, none of which exists in the cluster yet
     */
    public static SortedMap<String, List<ObjectNode>> of(List<PlannedObject> objects, Grants grants) {
        SortedMap<String, InstallerRules> byNamespace = new TreeMap<>();
        for (Requirement requirement : new RequiredAccess(ref -> Optional.empty()).of(objects)) {
            for (AccessQuery query : queries(requirement, grants)) {
                byNamespace
                        .computeIfAbsent(query.namespace(), namespace -> new InstallerRules())
                        .add(query);
            }
        }
        SortedMap<String, List<ObjectNode>> rules = new TreeMap<>();
        byNamespace.forEach((namespace, collected) -> rules.put(namespace, collected.rules()));
        return rules;
    }

    private static List<AccessQuery> queries(Requirement requirement, Grants grants) {
        return switch (requirement) {
            case Direct(AccessQuery query) -> List.of(query);
            case Grant grant ->
                grants == Grants.OWN && grant.rights() instanceof Rights.Listed(List<AccessQuery> rights)
                        ? rights
                        : List.of(grant.instead());
        };
    }

    private void add(AccessQuery query) {
        // RBAC cannot restrict creation to names.
        String name = query.verb().equals("create") ? "" : query.name();
        collect(verbs, new Subject(query.group(), query.resource(), name, query.path()), query.verb());
    }

    /**
     * Merges into few rules: first names with the same verbs share a rule, then kinds with the same names and verbs.
     */
    private List<ObjectNode> rules() {
        Map<Named, Set<String>> names = new LinkedHashMap<>();
        Map<Set<String>, Set<String>> paths = new LinkedHashMap<>();
        verbs.forEach((subject, allowed) -> {
            if (subject.path().isEmpty()) {
                collect(names, new Named(subject.group(), subject.resource(), allowed), subject.name());
            } else {
                collect(paths, allowed, subject.path());
            }
        });
        Map<Target, Set<String>> resources = new LinkedHashMap<>();
        names.forEach(
                (named, all) -> collect(resources, new Target(named.group(), all, named.verbs()), named.resource()));

        List<ObjectNode> rules = new ArrayList<>();
        resources.forEach((target, all) -> {
            ObjectNode rule = JsonNodeFactory.instance.objectNode();
            put(rule, "apiGroups", Set.of(target.group()));
            put(rule, "resources", all);
            if (!target.names().contains("")) {
                put(rule, "resourceNames", target.names());
            }
            rules.add(put(rule, "verbs", target.verbs()));
        });
        paths.forEach((allowed, all) ->
                rules.add(put(put(JsonNodeFactory.instance.objectNode(), "nonResourceURLs", all), "verbs", allowed)));
        return rules;
    }

    private static <K> void collect(Map<K, Set<String>> sets, K key, String text) {
        sets.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(text);
    }

    private static ObjectNode put(ObjectNode rule, String field, Set<String> texts) {
        texts.forEach(rule.withArray(field)::add);
        return rule;
    }
}
