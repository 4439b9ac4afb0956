package io.olm4j.applier.account;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
import io.olm4j.versionranges.ShortList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the missing permissions of an account in one sentence that fits a screen. */
final class MissingPermissions {

    /** Further items are only counted; a longer list would not help the reader. */
    private static final int MAX_ITEMS = 5;

    /** The maximum number of roles and bindings that one item names. */
    private static final int MAX_GRANTS = 3;

    private MissingPermissions() {}

    /**
     * @param unmet direct requirements that are denied, and grants for which both the rights and the shortcut are
     *     denied
     */
    static String message(ServiceAccountRef account, List<Requirement> unmet, Set<AccessQuery> denied) {
        List<String> items = new ArrayList<>();
        List<AccessQuery> direct = unmet.stream()
                .flatMap(r -> r instanceof Direct(AccessQuery query) ? Stream.of(query) : Stream.empty())
                .toList();
        items.addAll(verbsBySubject(direct));
        items.addAll(grants(unmet, denied));
        return ("service account \"%s\" is missing permissions: %s%s; run \"olm rbac\" on the bundle, or \"olm plan\""
                        + " on the ClusterExtension, to get a manifest with all that it needs, and \"kubectl auth can-i"
                        + " --list --as=%s\" to see what it has")
                .formatted(
                        account,
                        ShortList.of(MAX_ITEMS, "; ", items),
                        items.size() > MAX_ITEMS ? " (" + counts(missing(unmet, denied)) + ")" : "",
                        account.userName());
    }

    private static Set<AccessQuery> missing(List<Requirement> unmet, Set<AccessQuery> denied) {
        return unmet.stream()
                .flatMap(requirement -> switch (requirement) {
                    case Direct(AccessQuery query) -> Stream.of(query);
                    case Grant(ObjectRef _, AccessQuery instead, Unlisted _) -> Stream.of(instead);
                    case Grant(ObjectRef _, AccessQuery _, Listed(List<AccessQuery> all)) ->
                        all.stream().filter(denied::contains);
                })
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** How many rights are missing on which kinds, the most first. */
    private static String counts(Set<AccessQuery> missing) {
        Map<String, Long> byKind = missing.stream()
                .collect(Collectors.groupingBy(AccessQuery::kind, LinkedHashMap::new, Collectors.counting()));
        List<Map.Entry<String, Long>> kinds = byKind.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        long named =
                kinds.stream().limit(MAX_ITEMS).mapToLong(Map.Entry::getValue).sum();
        return missing.size() + " rights in all: "
                + kinds.stream()
                        .limit(MAX_ITEMS)
                        .map(kind -> kind.getValue() + " on " + kind.getKey())
                        .collect(Collectors.joining(", "))
                + (missing.size() > named ? ", " + (missing.size() - named) + " on other kinds" : "");
    }

    /**
     * The missing rights of a grant.
     *
     * @param why the reason why there is no list of rights; empty if there is a list
     */
    private record Lack(List<String> rights, String why) {

        static Lack of(Rights rights, Set<AccessQuery> denied) {
            return switch (rights) {
                case Listed(List<AccessQuery> all) ->
                    new Lack(
                            verbsBySubject(all.stream().filter(denied::contains).toList()), "");
                case Unlisted(String why) -> new Lack(List.of(), why);
            };
        }
    }

    /** A role and its binding mostly lack the same rights: these are named once. */
    private static List<String> grants(List<Requirement> unmet, Set<AccessQuery> denied) {
        Map<Lack, List<Grant>> byLack = new LinkedHashMap<>();
        for (Requirement requirement : unmet) {
            if (requirement instanceof Grant grant) {
                byLack.computeIfAbsent(Lack.of(grant.rights(), denied), lack -> new ArrayList<>())
                        .add(grant);
            }
        }
        List<String> items = new ArrayList<>();
        byLack.forEach((lack, grants) -> {
            String by = joined(
                    grants, grant -> grant.by().kind() + " \"" + grant.by().qualifiedName() + "\"");
            String shortcut = joined(
                    grants,
                    grant -> "\"%s\" on %s named \"%s\""
                            .formatted(
                                    grant.instead().verb(),
                                    grant.instead().subject(),
                                    grant.instead().name()));
            items.add(
                    lack.why().isEmpty()
                            ? ShortList.of(MAX_ITEMS, lack.rights()) + ", because " + by + " grant that (or " + shortcut
                                    + ")"
                            : shortcut + ", for " + by + " (" + lack.why() + ")");
        });
        return items;
    }

    private static String joined(List<Grant> grants, Function<Grant, String> text) {
        List<String> texts = grants.stream().map(text).distinct().toList();
        return texts.size() <= MAX_GRANTS ? String.join(" and ", texts) : ShortList.of(MAX_GRANTS, texts);
    }

    private static List<String> verbsBySubject(Collection<AccessQuery> queries) {
        Map<String, Set<String>> verbs = new LinkedHashMap<>();
        queries.forEach(query -> verbs.computeIfAbsent(query.subject(), s -> new LinkedHashSet<>())
                .add(query.verb()));
        return verbs.entrySet().stream()
                .map(e -> String.join(",", e.getValue()) + " " + e.getKey())
                .toList();
    }
}
