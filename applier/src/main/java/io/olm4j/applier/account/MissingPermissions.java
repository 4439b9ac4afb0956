package io.olm4j.applier.account;

import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Puts everything an account lacks into one sentence. */
final class MissingPermissions {

    /** More lines than this help nobody. */
    private static final int MAX_ITEMS = 60;

    private MissingPermissions() {}

    /** @param unmet direct requirements that are denied, and grants neither whose rights nor whose shortcut are allowed */
    static String message(ServiceAccountRef account, List<Requirement> unmet, Set<AccessQuery> denied) {
        List<String> items = new ArrayList<>();
        List<AccessQuery> direct = unmet.stream()
                .flatMap(r -> r instanceof Direct(AccessQuery query) ? Stream.of(query) : Stream.empty())
                .toList();
        items.addAll(verbsBySubject(direct));
        for (Requirement requirement : unmet) {
            if (requirement instanceof Grant grant) {
                items.add(describe(grant, denied));
            }
        }
        int more = items.size() - MAX_ITEMS;
        String list = String.join("; ", items.subList(0, Math.min(items.size(), MAX_ITEMS)));
        return "service account \"%s\" is missing permissions: %s%s; run \"kubectl auth can-i --list --as=%s\" to see what it has, and bind it to a role with the rest"
                .formatted(account, list, more > 0 ? "; and " + more + " more" : "", account.userName());
    }

    private static String describe(Grant grant, Set<AccessQuery> denied) {
        AccessQuery instead = grant.instead();
        String shortcut = "\"" + instead.verb() + "\" on " + instead.subject() + " \"" + instead.name() + "\"";
        if (grant.rights().isEmpty()) {
            return shortcut + " for " + grant.by().kind() + " \"" + grant.by().qualifiedName() + "\"";
        }
        List<AccessQuery> lacking = grant.rights().get().stream()
                .filter(denied::contains)
                .distinct()
                .toList();
        return "for %s \"%s\", which grants them: %s (or %s)"
                .formatted(
                        grant.by().kind(),
                        grant.by().qualifiedName(),
                        String.join(", ", verbsBySubject(lacking)),
                        shortcut);
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
