package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.olm4j.cli.OlmException;
import java.util.List;
import java.util.Optional;

/** The {@code as} of a kubeconfig, as kubectl reads it; the client library does not. */
final class ImpersonatedUser {

    private ImpersonatedUser() {}

    /**
     * Lets a client act as the user whom its context says to impersonate, if it says so.
     *
     * @param files the kubeconfigs; the first one that has a user's name counts
     * @param client its current context is the one in use
     * @throws OlmException if the kubeconfig asks for what the client cannot do: acting as somebody else than the
     *     kubeconfig says is worse than an error
     */
    static void apply(List<Config> files, io.fabric8.kubernetes.client.Config client) {
        Optional<String> user = Optional.ofNullable(client.getCurrentContext())
                .map(NamedContext::getContext)
                .map(context -> context.getUser());
        Optional<AuthInfo> found = user.flatMap(name -> KubeconfigCheck.user(files, name));
        if (found.isEmpty()) {
            return;
        }
        AuthInfo info = found.get();
        if (!isEmpty(info.getAsUid())) {
            throw new OlmException("user " + user.get() + " of the kubeconfig has as-uid, which olm cannot send:"
                    + " remove it, or use another context");
        }
        if (!isEmpty(info.getAs())) {
            client.setImpersonateUsername(info.getAs());
            client.setImpersonateGroups(info.getAsGroups().toArray(String[]::new));
            client.setImpersonateExtras(info.getAsUserExtra());
        } else if (!info.getAsGroups().isEmpty() || !info.getAsUserExtra().isEmpty()) {
            throw new OlmException("user " + user.get() + " of the kubeconfig has as-groups or as-user-extra, but no"
                    + " \"as\": say as whom to act");
        }
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
