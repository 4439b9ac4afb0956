package io.olm4j.applier.account;

import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.work.BoundedWork;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether an identity may read Secrets. A set may refer to any Secret in the cluster, and the controller may
 * read all of them. Therefore the controller checks the rights of the set's account before it reads a Secret for the
 * set.
 */
public final class SecretAccess {

    private final AccessReviewer reviewer;

    /** @param controller asks the API server by SubjectAccessReviews */
    public SecretAccess(ObjectClient controller, BoundedWork work) {
        this.reviewer = new AccessReviewer(controller, work);
    }

    /** The namespace and the name of a Secret. */
    public record SecretName(String namespace, String name) {

        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /**
     * The Secrets that the identity may not read; none for the controller itself, which may read all.
     *
     * @throws io.olm4j.applier.cluster.ApiException if the API server gives no decision
     */
    public List<SecretName> denied(ActingIdentity identity, Collection<SecretName> secrets) {
        Optional<ServiceAccountRef> account = identity.identity().account();
        if (account.isEmpty() || secrets.isEmpty()) {
            return List.of();
        }
        var denied = reviewer.denied(
                account.get(), secrets.stream().map(SecretAccess::query).toList());
        return secrets.stream().filter(secret -> denied.contains(query(secret))).toList();
    }

    private static AccessQuery query(SecretName secret) {
        return new AccessQuery("get", "", "secrets", secret.namespace(), secret.name(), "");
    }
}
