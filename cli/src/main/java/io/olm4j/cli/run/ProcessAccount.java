package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.cli.OlmException;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.util.Map;
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

    /**
     * Makes sure that the default account of the controller is that of the admission policies, which read it from
     * annotations of the controller's ServiceAccount: otherwise a writer could use an account that no policy asked
     * about.
     *
     * @param controller the controller's account
     * @throws OlmException if they differ; it says how to set both
     */
    static void requireSameDefault(KubernetesClient client, NamespacedName controller, ServiceAccountRef wanted) {
        Map<String, String> annotations = Optional.ofNullable(client.serviceAccounts()
                        .inNamespace(controller.namespace())
                        .withName(controller.name())
                        .get())
                .map(ProcessAccount::annotations)
                .orElseGet(Map::of);
        if (!wanted.namespace().equals(annotations.get(Annotations.DEFAULT_SERVICE_ACCOUNT_NAMESPACE))
                || !wanted.name().equals(annotations.get(Annotations.DEFAULT_SERVICE_ACCOUNT_NAME))) {
            throw new OlmException(("--default-service-account is %s, but the admission policies do not know it:"
                            + " annotate the ServiceAccount %s with %s=%s and %s=%s")
                    .formatted(
                            wanted,
                            controller,
                            Annotations.DEFAULT_SERVICE_ACCOUNT_NAMESPACE,
                            wanted.namespace(),
                            Annotations.DEFAULT_SERVICE_ACCOUNT_NAME,
                            wanted.name()));
        }
    }

    private static Map<String, String> annotations(ServiceAccount account) {
        return Optional.ofNullable(account.getMetadata().getAnnotations()).orElseGet(Map::of);
    }
}
