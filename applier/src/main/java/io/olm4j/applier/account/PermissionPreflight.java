package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.work.BoundedWork;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds all permissions that a service account needs for a revision but does not have, before the first object is
 * written. It reads the rules of the account first, and asks only for rights that they do not list, by
 * SubjectAccessReviews with the controller's own client. A dry run would not work for an object whose namespace or CRD
 * does not exist yet.
 */
public final class PermissionPreflight {

    private static final AccessQuery EVERYTHING = new AccessQuery("*", "*", "*", "", "", "");

    private final AccessReviewer reviewer;

    public PermissionPreflight(ObjectClient controller, BoundedWork work) {
        this.reviewer = new AccessReviewer(controller, work);
    }

    /** The result of the check. */
    public sealed interface Result {

        record Allowed() implements Result {}

        /** Permissions are missing; the message names all of them in one sentence. */
        record Missing(String message) implements Result {}

        /** The API server gave no decision; a retry may succeed. */
        record Unknown(String message) implements Result {}
    }

    /**
     * Checks an account.
     *
     * @param asAccount acts as the account
     * @param objects all objects of the revision, whether they exist already or not
     * @param live looks up an object on the server; called for roles and bindings only
     */
    public Result check(
            ServiceAccountRef account,
            ObjectClient asAccount,
            List<PlannedObject> objects,
            Function<ObjectRef, Optional<ObjectNode>> live) {
        try {
            var rules = new AccountRules(asAccount);
            if (rules.list(EVERYTHING)) {
                // This includes "escalate" and "bind".
                return new Result.Allowed();
            }
            List<Requirement> requirements = new RequiredAccess(live).of(objects);
            Set<AccessQuery> denied = new HashSet<>(denied(account, rules, direct(requirements)));
            List<Grant> grants = grants(requirements).stream()
                    .filter(grant -> !rules.list(grant.instead()))
                    .toList();
            denied.addAll(denied(account, rules, rights(grants)));
            denied.addAll(denied(
                    account,
                    rules,
                    grants.stream()
                            .filter(grant -> isUncovered(grant.rights(), denied))
                            .map(Grant::instead)
                            .toList()));
            List<Requirement> unmet = requirements.stream()
                    .filter(requirement -> isUnmet(requirement, denied))
                    .toList();
            return unmet.isEmpty()
                    ? new Result.Allowed()
                    : new Result.Missing(MissingPermissions.message(account, unmet, denied));
        } catch (ApiException e) {
            return new Result.Unknown("checking the permissions of service account \"" + account + "\": " + e.text());
        }
    }

    private Set<AccessQuery> denied(ServiceAccountRef account, AccountRules rules, List<AccessQuery> queries) {
        return reviewer.denied(
                account, queries.stream().filter(query -> !rules.list(query)).toList());
    }

    private static List<AccessQuery> direct(List<Requirement> requirements) {
        return requirements.stream()
                .flatMap(requirement ->
                        requirement instanceof Direct(AccessQuery query) ? Stream.of(query) : Stream.empty())
                .toList();
    }

    private static List<Grant> grants(List<Requirement> requirements) {
        return requirements.stream()
                .flatMap(requirement -> requirement instanceof Grant grant ? Stream.of(grant) : Stream.empty())
                .toList();
    }

    private static List<AccessQuery> rights(List<Grant> grants) {
        return grants.stream()
                .flatMap(grant ->
                        grant.rights() instanceof Listed(List<AccessQuery> rights) ? rights.stream() : Stream.empty())
                .toList();
    }

    /** Whether an account may lack rights that it would grant, so that it needs "escalate" or "bind" instead. */
    private static boolean isUncovered(Rights rights, Set<AccessQuery> denied) {
        return switch (rights) {
            case Listed(List<AccessQuery> queries) -> queries.stream().anyMatch(denied::contains);
            case Unlisted _ -> true;
        };
    }

    private static boolean isUnmet(Requirement requirement, Set<AccessQuery> denied) {
        return switch (requirement) {
            case Direct(AccessQuery query) -> denied.contains(query);
            case Grant(ObjectRef _, AccessQuery instead, Rights rights) ->
                isUncovered(rights, denied) && denied.contains(instead);
        };
    }
}
