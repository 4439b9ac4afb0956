package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.command.OlmException;

/** The {@code as} of a kubeconfig, as kubectl reads it; the client library does not. */
final class ImpersonatedUser {

    private ImpersonatedUser() {}

    /**
     * Makes a client impersonate the user that {@code as} of the kubeconfig names, if it names one.
     *
     * @throws OlmException if the kubeconfig asks for what the client cannot do: acting as somebody else than the
     *     kubeconfig says is worse than an error
     */
    static void apply(Config client, NamedAuthInfo user) {
        AuthInfo info = user.getUser();
        if (!isEmpty(info.getAsUid())) {
            throw new OlmException("user " + user.getName() + " of the kubeconfig has as-uid, which olm cannot send:"
                    + " remove it, or use another context");
        }
        if (!isEmpty(info.getAs())) {
            client.setImpersonateUsername(info.getAs());
            client.setImpersonateGroups(info.getAsGroups().toArray(String[]::new));
            client.setImpersonateExtras(info.getAsUserExtra());
        } else if (!info.getAsGroups().isEmpty() || !info.getAsUserExtra().isEmpty()) {
            throw new OlmException("user " + user.getName()
                    + " of the kubeconfig has as-groups or as-user-extra, but no" + " \"as\": say as whom to act");
        }
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
