package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.util.Optional;

/** The service account that this process acts as, as the API server knows it. */
final class ProcessAccount {

    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

    private ProcessAccount() {}

    /** The account; empty if the process acts as a user of another kind. */
    static Optional<NamespacedName> of(KubernetesClient client) {
        SelfSubjectReview review =
                client.resource(new SelfSubjectReviewBuilder().build()).create();
        return Optional.ofNullable(review.getStatus())
                .map(status -> status.getUserInfo().getUsername())
                .filter(user -> user.startsWith(SERVICE_ACCOUNT))
                .map(user -> NamespacedName.parse(
                        user.substring(SERVICE_ACCOUNT.length()).replace(':', '/')));
    }
}
