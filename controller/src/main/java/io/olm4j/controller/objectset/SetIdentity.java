package io.olm4j.controller.objectset;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.controller.options.IdentityPolicy;
import java.util.Optional;

/**
 * Finds the identity that writes the objects of a set: the account that its annotations name, else the identity that
 * the policy allows.
 */
final class SetIdentity {

    /** The account that may delete objects with the marks of a set, and nothing else. */
    private static final String TEARDOWN_ACCOUNT = "operator-controller-teardown";

    private final ServiceAccountClients accounts;
    private final ObjectClient controller;
    private final IdentityPolicy policy;
    private final ServiceAccountRef teardown;

    /** @param systemNamespace the namespace of the account that tears down sets whose own account cannot */
    SetIdentity(
            ServiceAccountClients accounts, ObjectClient controller, IdentityPolicy policy, String systemNamespace) {
        this.accounts = accounts;
        this.controller = controller;
        this.policy = policy;
        this.teardown = new ServiceAccountRef(systemNamespace, TEARDOWN_ACCOUNT);
    }

    /** The identity that tears down a set when its own account, or the rights of that account, are gone. */
    AccountLookup forTeardown() {
        return accounts.actingAs(teardown);
    }

    /** Forgets a token that the API server no longer accepts; the next look-up requests another one. */
    void forget(ActingIdentity identity) {
        identity.identity().account().ifPresent(accounts::forget);
    }

    AccountLookup of(ClusterObjectSet set) {
        Optional<String> problem = problem(set);
        if (problem.isPresent()) {
            return new AccountLookup.Missing(problem.get());
        }
        Optional<ServiceAccountRef> account = account(set);
        if (account.isPresent()) {
            return accounts.actingAs(account.get());
        }
        return policy.allowControllerIdentity()
                ? new AccountLookup.Found(ActingIdentity.controller(controller))
                : new AccountLookup.Missing(
                        ("the annotations %s and %s are not set: name the service account that may create the"
                                        + " objects of this revision")
                                .formatted(Annotations.SERVICE_ACCOUNT_NAMESPACE, Annotations.SERVICE_ACCOUNT_NAME));
    }

    /**
     * The account that the annotations of a set name, else the default one; empty if there is none, or if no account
     * can have the name.
     */
    Optional<ServiceAccountRef> account(ClusterObjectSet set) {
        if (problem(set).isPresent()) {
            return Optional.empty();
        }
        return namesAccount(set)
                ? Optional.of(new ServiceAccountRef(namespace(set), name(set)))
                : policy.defaultAccount();
    }

    /** The problem with the annotations, which can contain any text. */
    private static Optional<String> problem(ClusterObjectSet set) {
        if (!namesAccount(set)) {
            return namespace(set).isEmpty() && name(set).isEmpty()
                    ? Optional.empty()
                    : Optional.of("only one of the annotations %s and %s is set: set both, or remove it"
                            .formatted(Annotations.SERVICE_ACCOUNT_NAMESPACE, Annotations.SERVICE_ACCOUNT_NAME));
        }
        if (!ServiceAccountRef.isNamespace(namespace(set))) {
            return Optional.of(
                    ("the annotation %s is not the name of a namespace: set it to at most 63 lower-case letters,"
                                    + " digits and \"-\", with a letter or a digit at both ends")
                            .formatted(Annotations.SERVICE_ACCOUNT_NAMESPACE));
        }
        return ServiceAccountRef.isName(name(set))
                ? Optional.empty()
                : Optional.of(
                        ("the annotation %s is not the name of a service account: set it to at most 253 lower-case"
                                        + " letters, digits, \"-\" and \".\", with a letter or a digit at "
                                        + "both ends and beside each \".\"")
                                .formatted(Annotations.SERVICE_ACCOUNT_NAME));
    }

    private static boolean namesAccount(ClusterObjectSet set) {
        return !namespace(set).isEmpty() && !name(set).isEmpty();
    }

    private static String namespace(ClusterObjectSet set) {
        return Annotations.text(set, Annotations.SERVICE_ACCOUNT_NAMESPACE);
    }

    private static String name(ClusterObjectSet set) {
        return Annotations.text(set, Annotations.SERVICE_ACCOUNT_NAME);
    }
}
