package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.OlmException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds credentials of a kubeconfig that the client did not get; it would send requests without any, and the API server
 * would refuse them for no reason that the user sees.
 */
final class Credentials {

    private Credentials() {}

    /**
     * Checks the credentials of the current context.
     *
     * @param files the kubeconfig
     * @param config the client's configuration, read from them
     * @throws OlmException if a plug-in or a token file gives none
     */
    static void check(List<io.fabric8.kubernetes.api.model.Config> files, Config config) {
        if (hasCredentials(config) || config.getCurrentContext() == null) {
            return;
        }
        String user = config.getCurrentContext().getContext().getUser();
        Optional<AuthInfo> named = files.stream()
                .flatMap(file -> file.getUsers().stream())
                .filter(other -> Objects.equals(other.getName(), user))
                .map(NamedAuthInfo::getUser)
                .findFirst();
        named.map(AuthInfo::getExec).ifPresent(plugin -> {
            throw new OlmException("the credential plug-in \"" + plugin.getCommand()
                    + "\" of the kubeconfig gives no credentials: install it, or log in again" + hint(plugin));
        });
        named.map(AuthInfo::getTokenFile).filter(file -> !file.isEmpty()).ifPresent(file -> {
            throw new OlmException(file + ": the token file of the kubeconfig cannot be read, or is empty");
        });
    }

    private static boolean hasCredentials(Config config) {
        return Stream.of(
                        config.getOauthToken(),
                        config.getAutoOAuthToken(),
                        config.getClientCertData(),
                        config.getClientCertFile(),
                        config.getUsername())
                .anyMatch(credential -> credential != null && !credential.isEmpty());
    }

    private static String hint(ExecConfig plugin) {
        return Optional.ofNullable(plugin.getInstallHint())
                .map(String::strip)
                .filter(hint -> !hint.isEmpty())
                .map(hint -> "; " + hint)
                .orElse("");
    }
}
