package io.olm4j.cli.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.output.Terminal;
import io.olm4j.process.apiserver.RenewableToken;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command that gives credentials, run as kubectl runs it: its standard output alone is its answer, its standard error
 * is the user's, and it may ask at the terminal. The rules are those of the Kubernetes documentation about client-go
 * credential plug-ins.
 */
final class CredentialPlugin {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String NO_CREDENTIAL = "gives no credentials: its answer is not an ExecCredential";

    /** In bytes; a token with many claims has some kilobytes. */
    private static final int MAX_ANSWER = 1 << 20;

    private final ExecConfig plugin;
    private final Optional<Path> kubeconfig;
    private final Map<String, ?> cluster;

    /**
     * @param kubeconfig the file that names the plug-in; a relative path of the command is relative to it
     * @param cluster facts about the cluster; the plug-in gets them if the kubeconfig says {@code provideClusterInfo}
     */
    CredentialPlugin(ExecConfig plugin, Optional<Path> kubeconfig, Map<String, ?> cluster) {
        this.plugin = plugin;
        this.kubeconfig = kubeconfig;
        this.cluster = cluster;
    }

    /**
     * Runs the plug-in and gives a client its credentials. When a token expires, the plug-in runs again.
     *
     * @throws OlmException if the plug-in gives no credentials; the message ends with its hint
     */
    void apply(Config client) {
        Credential credential = run();
        if (credential.certificate() != null && credential.key() != null) {
            client.setClientCertData(base64(credential.certificate()));
            client.setClientKeyData(base64(credential.key()));
            client.setClientKeyAlgo(Config.getKeyAlgorithm(null, client.getClientKeyData()));
        }
        // Also without a token: otherwise the client library would read the kubeconfig again, and run the plug-in.
        client.setOauthTokenProvider(new Token(credential));
    }

    private final class Token implements RenewableToken {

        private Credential credential;
        private boolean refused;

        Token(Credential first) {
            credential = first;
        }

        @Override
        public synchronized void refused() {
            refused = true;
        }

        @Override
        public synchronized @Nullable String getToken() {
            boolean expired = credential.expires() != null && Instant.now().isAfter(credential.expires());
            if (credential.token() != null && (refused || expired)) {
                refused = false;
                try {
                    credential = run();
                } catch (OlmException e) {
                    // The API server refuses the old token, and the command ends with that.
                }
            }
            return credential.token();
        }
    }

    /** Each part may be missing, but there is a token, or a certificate with its key, both as PEM. */
    private record Credential(
            @Nullable String token,
            @Nullable String certificate,
            @Nullable String key,
            @Nullable Instant expires) {}

    private Credential run() {
        boolean interactive = interactive();
        ProcessBuilder builder = new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT);
        if (interactive) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        if (plugin.getEnv() != null) {
            plugin.getEnv()
                    .forEach(variable -> builder.environment()
                            .put(variable.getName(), Objects.requireNonNullElse(variable.getValue(), "")));
        }
        builder.environment().put("KUBERNETES_EXEC_INFO", request(interactive));
        return credential(answer(builder));
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        String name = plugin.getCommand();
        command.add(
                name.contains(File.separator)
                        ? KubeconfigCredentials.beside(kubeconfig, name).toString()
                        : name);
        Optional.ofNullable(plugin.getArgs()).ifPresent(command::addAll); // kubectl writes "args: null".
        return command;
    }

    private boolean interactive() {
        boolean terminal = Terminal.isInput();
        String mode = Optional.ofNullable(plugin.getInteractiveMode()).orElse("IfAvailable");
        if (mode.equals("Always") && !terminal) {
            throw failure("needs a terminal: run olm in one");
        }
        return terminal && !mode.equals("Never");
    }

    private String request(boolean interactive) {
        var spec = JSON.createObjectNode().put("interactive", interactive);
        if (Boolean.TRUE.equals(plugin.getProvideClusterInfo())) {
            spec.set("cluster", JSON.valueToTree(cluster));
        }
        return JSON.createObjectNode()
                .put("kind", "ExecCredential")
                .put("apiVersion", plugin.getApiVersion())
                .set("spec", spec)
                .toString();
    }

    private String answer(ProcessBuilder builder) {
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw failure("cannot be started: install it", e);
        }
        try (InputStream answer = process.getInputStream()) {
            process.getOutputStream().close();
            byte[] bytes = answer.readNBytes(MAX_ANSWER);
            int code = process.waitFor();
            if (code != 0) {
                throw failure("failed with exit code " + code + ": log in again");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw failure("gives no credentials: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was interrupted", e);
        } finally {
            process.destroy();
        }
    }

    private Credential credential(String answer) {
        JsonNode credential;
        Instant expires;
        try {
            credential = JSON.readTree(answer);
            String expiry =
                    credential.path("status").path("expirationTimestamp").asText("");
            expires = expiry.isEmpty() ? null : OffsetDateTime.parse(expiry).toInstant();
        } catch (JsonProcessingException | DateTimeException e) {
            throw failure(NO_CREDENTIAL, e);
        }
        String version = credential.path("apiVersion").asText("");
        if (version.isEmpty()) {
            throw failure(NO_CREDENTIAL);
        }
        if (!version.equals(plugin.getApiVersion())) {
            throw failure("answers in apiVersion \"" + version + "\", but the kubeconfig says \""
                    + plugin.getApiVersion() + "\": correct the kubeconfig");
        }
        JsonNode status = credential.path("status");
        var found = new Credential(
                text(status, "token"), text(status, "clientCertificateData"), text(status, "clientKeyData"), expires);
        if (found.token() == null && (found.certificate() == null || found.key() == null)) {
            throw failure("gives no credentials: log in again");
        }
        return found;
    }

    private static @Nullable String text(JsonNode status, String field) {
        String text = status.path(field).asText("");
        return text.isEmpty() ? null : text;
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    private OlmException failure(String what) {
        return new OlmException(message(what));
    }

    private OlmException failure(String what, Exception cause) {
        return new OlmException(message(what), cause);
    }

    private String message(String what) {
        String hint = Optional.ofNullable(plugin.getInstallHint())
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(text -> "; " + text)
                .orElse("");
        return "the credential plug-in \"" + plugin.getCommand() + "\" of the kubeconfig " + what + hint;
    }
}
