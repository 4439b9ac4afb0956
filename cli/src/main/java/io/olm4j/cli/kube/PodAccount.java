package io.olm4j.cli.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The service account of the pod that a command runs in. */
final class PodAccount {

    /** Where the kubelet mounts its token. */
    static final Path MOUNTED = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private static final String DEFAULT_SERVER = "https://kubernetes.default.svc";

    private PodAccount() {}

    /**
     * The configuration of a client that acts as the account. Nothing else of the environment changes it.
     *
     * @param environment has the address of the API server
     * @param mounted the directory with the token of the account
     * @return empty outside of a pod
     * @throws OlmException if the token cannot be read
     */
    static Optional<Config> clientConfig(Map<String, String> environment, Path mounted) {
        Path file = mounted.resolve("token");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new OlmException("the token of the service account cannot be read: " + Failures.describe(e), e);
        }
        Config client = Config.empty();
        client.setMasterUrl(server(environment));
        client.setOauthTokenProvider(new Token(file, token));
        Path authority = mounted.resolve("ca.crt");
        if (Files.exists(authority)) {
            client.setCaCertFile(authority.toString());
        }
        text(mounted.resolve("namespace")).ifPresent(client::setNamespace);
        return Optional.of(client);
    }

    private static String server(Map<String, String> environment) {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            return DEFAULT_SERVER;
        }
        return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** The content of a file; empty if it has none or cannot be read. */
    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** The kubelet replaces the token before it expires. */
    private static final class Token implements OAuthTokenProvider {

        private final Path file;
        private volatile String known;

        Token(Path file, String first) {
            this.file = file;
            this.known = first;
        }

        @Override
        public String getToken() {
            text(file).ifPresent(token -> known = token);
            return known;
        }
    }
}
