package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.OlmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The credentials of a kubeconfig that the client did not get. It would send requests without any, and the API server
 * would refuse them for no reason that the user sees.
 */
final class Credentials {

    private Credentials() {}

    /**
     * Reads the token file of the current context, which the client ignores.
     *
     * @param files the kubeconfig
     * @param config the client's configuration, read from them
     * @throws OlmException if a plug-in or a token file gives no credentials
     */
    static void complete(List<io.fabric8.kubernetes.api.model.Config> files, Config config) {
        if (hasCredentials(config) || config.getCurrentContext() == null) {
            return;
        }
        Optional<AuthInfo> named = Optional.ofNullable(
                        config.getCurrentContext().getContext().getUser())
                .flatMap(user -> KubeconfigCheck.user(files, user));
        named.map(AuthInfo::getExec).ifPresent(plugin -> {
            throw new OlmException("the credential plug-in \"" + plugin.getCommand()
                    + "\" of the kubeconfig gives no credentials: install it, or log in again" + hint(plugin));
        });
        named.map(AuthInfo::getTokenFile)
                .filter(file -> !file.isEmpty())
                .ifPresent(file -> config.setOauthToken(token(file, config)));
    }

    private static String token(String file, Config config) {
        // A relative path is relative to the kubeconfig with the user, as for kubectl.
        Path path = Optional.ofNullable(config.getFileWithAuthInfo())
                .map(kubeconfig -> kubeconfig.toPath().toAbsolutePath().resolveSibling(file))
                .orElseGet(() -> Path.of(file));
        try {
            String token = Files.readString(path).strip();
            if (!token.isEmpty()) {
                return token;
            }
        } catch (IOException e) {
            throw new OlmException(path + ": the token file of the kubeconfig cannot be read", e);
        }
        throw new OlmException(path + ": the token file of the kubeconfig is empty");
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
