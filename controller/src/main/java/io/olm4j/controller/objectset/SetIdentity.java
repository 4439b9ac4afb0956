package io.olm4j.controller.objectset;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.controller.IdentityPolicy;
import java.util.Map;
import java.util.Optional;

/** Finds out as whom the objects of a set are written: the account its annotations name, else what the policy allows. */
final class SetIdentity {

    private final ServiceAccountClients accounts;
    private final ObjectClient controller;
    private final IdentityPolicy policy;

    SetIdentity(ServiceAccountClients accounts, ObjectClient controller, IdentityPolicy policy) {
        this.accounts = accounts;
        this.controller = controller;
        this.policy = policy;
    }

    AccountLookup of(ClusterObjectSet set) {
        Optional<ServiceAccountRef> account = account(set);
        if (account.isPresent()) {
            return accounts.actingAs(account.get());
        }
        return policy.allowControllerIdentity()
                ? new AccountLookup.Found(ActingIdentity.controller(controller))
                : new AccountLookup.Missing(
                        "the annotations %s and %s are not set: name the service account that may create the objects of this revision"
                                .formatted(Annotations.SERVICE_ACCOUNT_NAMESPACE, Annotations.SERVICE_ACCOUNT_NAME));
    }

    /** The account that the annotations of a set name, else the default one. */
    Optional<ServiceAccountRef> account(ClusterObjectSet set) {
        return named(set).or(policy::defaultAccount);
    }

    private static Optional<ServiceAccountRef> named(ClusterObjectSet set) {
        Map<String, String> annotations = set.getMetadata().getAnnotations();
        if (annotations == null) {
            return Optional.empty();
        }
        String namespace = annotations.getOrDefault(Annotations.SERVICE_ACCOUNT_NAMESPACE, "");
        String name = annotations.getOrDefault(Annotations.SERVICE_ACCOUNT_NAME, "");
        return namespace.isEmpty() || name.isEmpty()
                ? Optional.empty()
                : Optional.of(new ServiceAccountRef(namespace, name));
    }
}
