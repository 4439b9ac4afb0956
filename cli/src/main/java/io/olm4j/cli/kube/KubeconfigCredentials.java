package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds the credentials of a kubeconfig that the client library does not read. Without them it would send anonymous
 * requests, and the refusals of the API server would not name the cause.
 */
final class KubeconfigCredentials {

    private KubeconfigCredentials() {}

    /**
     * Reads the token file of a user, or runs the user's credential plug-in.
     *
     * @param client the client's configuration, with all else that the kubeconfig says
     * @param cluster the plug-in may get facts about it
     * @throws OlmException if a plug-in or a token file gives no credentials
     */
    static void complete(Config client, Cluster cluster, AuthInfo user) {
        if (hasToken(client)) {
            return; // A client certificate does not count: the user may have a token beside it.
        }
        Optional<Path> kubeconfig =
                Optional.ofNullable(client.getFileWithAuthInfo()).map(File::toPath);
        if (user.getTokenFile() != null && !user.getTokenFile().isEmpty()) {
            client.setOauthToken(token(beside(kubeconfig, user.getTokenFile())));
        } else if (user.getExec() != null) {
            new CredentialPlugin(user.getExec(), kubeconfig, info(cluster, client)).apply(client);
        }
    }

    /** A relative path is relative to the kubeconfig with the user, as for kubectl. */
    static Path beside(Optional<Path> kubeconfig, String path) {
        return kubeconfig
                .map(file -> file.toAbsolutePath().resolveSibling(path).normalize())
                .orElseGet(() -> Path.of(path));
    }

    /** The cluster as a plug-in reads it; without what the kubeconfig does not say. */
    private static Map<String, Object> info(Cluster cluster, Config client) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("server", cluster.getServer());
        info.put("insecure-skip-tls-verify", cluster.getInsecureSkipTlsVerify());
        info.put("certificate-authority-data", authority(client));
        info.put("proxy-url", cluster.getProxyUrl());
        info.put("disable-compression", cluster.getDisableCompression());
        Stream.ofNullable(cluster.getExtensions())
                .flatMap(List::stream)
                .filter(extension -> "client.authentication.k8s.io/exec".equals(extension.getName()))
                .findFirst()
                .ifPresent(extension -> info.put("config", extension.getExtension()));
        info.values().removeIf(Objects::isNull);
        return info;
    }

    private static @Nullable String authority(Config client) {
        if (client.getCaCertFile() == null || client.getCaCertData() != null) {
            return client.getCaCertData();
        }
        try {
            return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(client.getCaCertFile())));
        } catch (IOException e) {
            throw new OlmException(Failures.describe(e) + ": the certificate authority cannot be read", e);
        }
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (!token.isEmpty()) {
                return token;
            }
        } catch (IOException e) {
            throw new OlmException(file + ": the token file of the kubeconfig cannot be read", e);
        }
        throw new OlmException(file + ": the token file of the kubeconfig is empty");
    }

    private static boolean hasToken(Config client) {
        return Stream.of(client.getOauthToken(), client.getAutoOAuthToken(), client.getUsername())
                .anyMatch(credential -> credential != null && !credential.isEmpty());
    }
}
