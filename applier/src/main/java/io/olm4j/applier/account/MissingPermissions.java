package io.olm4j.applier.account;

import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
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

/** Writes all missing permissions of an account in one sentence. */
final class MissingPermissions {

    /** A longer list would not help the reader. */
    private static final int MAX_ITEMS = 60;

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
        int more = items.size() - MAX_ITEMS;
        String list = String.join("; ", items.subList(0, Math.min(items.size(), MAX_ITEMS)));
        return ("service account \"%s\" is missing permissions: %s%s; run \"kubectl auth can-i --list --as=%s\" to"
                        + " see what it has, and bind it to a role with the rest")
                .formatted(account, list, more > 0 ? "; and " + more + " more" : "", account.userName());
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
                            ? String.join(", ", lack.rights()) + ", because " + by + " grant that (or " + shortcut + ")"
                            : shortcut + ", for " + by + " (" + lack.why() + ")");
        });
        return items;
    }

    private static String joined(List<Grant> grants, Function<Grant, String> text) {
        return grants.stream().map(text).distinct().collect(Collectors.joining(" and "));
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
