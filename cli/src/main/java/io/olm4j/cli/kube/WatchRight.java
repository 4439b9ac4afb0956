package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.command.OlmException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks whether a user may watch objects: a watch that is refused is retried for ever without an error. */
public final class WatchRight {

    private static final Logger LOG = LoggerFactory.getLogger(WatchRight.class);

    private WatchRight() {}

    /**
     * Ends the command if the user may not watch, or not list, which comes before.
     *
     * @param name of the one object to watch; empty for all
     * @throws OlmException names the missing right
     */
    public static void require(KubernetesClient client, Class<? extends HasMetadata> kind, Optional<String> name) {
        require("watch", "list", client, kind, name);
        require("list", "watch", client, kind, name);
    }

    private static void require(
            String verb,
            String other,
            KubernetesClient client,
            Class<? extends HasMetadata> kind,
            Optional<String> name) {
        if (isMissing(verb, client, kind, name)) {
            String plural = HasMetadata.getPlural(kind);
            throw new OlmException("the user of the kubeconfig may not " + verb + " " + plural + "."
                    + HasMetadata.getGroup(kind) + ": this needs the right \"" + verb + "\" on " + plural
                    + " besides \"get\" and \"" + other + "\"");
        }
    }

    private static boolean isMissing(
            String verb, KubernetesClient client, Class<? extends HasMetadata> kind, Optional<String> name) {
        SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withGroup(HasMetadata.getGroup(kind))
                .withResource(HasMetadata.getPlural(kind))
                .withVerb(verb)
                .withName(name.orElse(""))
                .endResourceAttributes()
                .endSpec()
                .build();
        try {
            return !client.resource(review).create().getStatus().getAllowed();
        } catch (KubernetesClientException e) {
            LOG.debug("It is not known whether the user may {}: {}", verb, e.toString());
            return false;
        }
    }
}
