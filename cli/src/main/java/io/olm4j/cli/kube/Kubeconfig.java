package io.olm4j.cli.kube;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfoBuilder;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The context of a kubeconfig that a command uses, with its cluster and its user. What is wrong is said in one
 * sentence; the client library would log a stack trace, or use its own default.
 *
 * @param configs the content of the files that exist; of several, the first one that has a name counts, as with kubectl
 * @param context the name of the context
 * @param user the user that the context names, if it names one
 */
record Kubeconfig(List<Config> configs, String context, Cluster cluster, Optional<NamedAuthInfo> user) {

    /**
     * Under these names an entry has its file, as if the client library had read it: relative paths are relative to it,
     * and the library reads it again when a token expires.
     */
    private static final String CONTEXT_FILE = "KUBERNETES_CONFIG_CONTEXT_FILE_KEY";

    private static final String CLUSTER_FILE = "KUBERNETES_CONFIG_CLUSTER_FILE_KEY";
    private static final String USER_FILE = "KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY";

    Kubeconfig {
        configs = List.copyOf(configs);
    }

    /**
     * Reads files, each of them once, because it may be a pipe, and finds the context in them. Files that do not exist
     * do not count, as with kubectl.
     *
     * @param wanted the context that the user names; empty for the current one
     * @return nothing if there is no file
     * @throws OlmException if a file cannot be read, if there is no such context, or if the context names a cluster or
     *     a user that is missing
     */
    static Optional<Kubeconfig> read(List<Path> paths, Optional<String> wanted) {
        List<Path> files = existing(paths);
        if (files.isEmpty()) {
            return Optional.empty();
        }
        List<Config> configs = files.stream().map(Kubeconfig::parse).toList();
        String name = wanted.or(() -> configs.stream()
                        .map(Config::getCurrentContext)
                        .filter(Predicate.not(Kubeconfig::isEmpty))
                        .findFirst())
                .orElseThrow(() -> new OlmException("the kubeconfig names no current context: name one by --context"));
        Context context = find(configs, Config::getContexts, NamedContext::getName, name)
                .map(NamedContext::getContext)
                .orElseThrow(() -> new OlmException("the kubeconfig has no context " + name
                        + (wanted.isPresent()
                                ? "; see: kubectl config get-contexts"
                                : ", which is its current one: name another one by --context")));
        Cluster cluster = cluster(configs, name, context.getCluster());
        return Optional.of(new Kubeconfig(configs, name, cluster, user(configs, name, context.getUser())));
    }

    /**
     * The names of the contexts.
     *
     * @throws OlmException if a file cannot be read
     */
    static List<String> contexts(List<Path> paths) {
        return existing(paths).stream()
                .flatMap(file -> parse(file).getContexts().stream())
                .map(NamedContext::getName)
                .distinct()
                .toList();
    }

    /**
     * The configuration of a client that uses this context, with the credentials of its user. No variable of the
     * environment, such as {@code KUBERNETES_MASTER}, changes it.
     *
     * @throws OlmException if the user has no credentials, or if the client cannot act as the user
     */
    io.fabric8.kubernetes.client.Config clientConfig() {
        io.fabric8.kubernetes.client.Config client = io.fabric8.kubernetes.client.Config.empty();
        KubeConfigUtils.merge(
                client,
                context,
                configs.stream().map(Kubeconfig::withoutPlugins).toArray(Config[]::new));
        ApiServerHttp.setProxyUrl(client, Optional.ofNullable(cluster.getProxyUrl()));
        user.ifPresent(named -> {
            requireCertificate(client, named.getName());
            KubeconfigCredentials.complete(client, cluster, named.getUser());
            ImpersonatedUser.apply(client, named);
        });
        return client;
    }

    /** The client library would say only that there is no certificate. */
    private static void requireCertificate(io.fabric8.kubernetes.client.Config client, String user) {
        if (isEmpty(client.getClientCertData()) && isEmpty(client.getClientCertFile())) {
            return;
        }
        try (InputStream certificate =
                CertUtils.getInputStreamFromDataOrFile(client.getClientCertData(), client.getClientCertFile())) {
            var _ = CertificateFactory.getInstance("X.509").generateCertificate(certificate);
        } catch (CertificateException | IllegalArgumentException e) {
            throw new OlmException(
                    "the client certificate of user " + user + " of the kubeconfig is not a PEM certificate", e);
        } catch (IOException _) {
            // The client library says which file it cannot read.
        }
    }

    /** The client library would run them, and take what they print as errors for a part of their answer. */
    private static Config withoutPlugins(Config config) {
        config.getUsers().stream()
                .map(NamedAuthInfo::getUser)
                .filter(user -> user != null)
                .forEach(user -> user.setExec(null));
        return config;
    }

    private static List<Path> existing(List<Path> paths) {
        return paths.stream()
                .filter(path -> !path.toString().isBlank() && Files.exists(path))
                .toList();
    }

    private static Cluster cluster(List<Config> configs, String context, @Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new OlmException("context " + context + " of the kubeconfig names no cluster");
        }
        Cluster cluster = find(configs, Config::getClusters, NamedCluster::getName, name)
                .map(NamedCluster::getCluster)
                .orElseThrow(() -> new OlmException("context " + context + " of the kubeconfig names the cluster "
                        + name + ", which the kubeconfig does not have"));
        if (isEmpty(cluster.getServer())) {
            throw new OlmException("cluster " + name + " of the kubeconfig has no server");
        }
        if (!isAddress(cluster.getServer())) {
            throw new OlmException("cluster " + name + " of the kubeconfig has the server \"" + cluster.getServer()
                    + "\", which is not an address such as https://HOST:6443: correct it");
        }
        if (!isEmpty(cluster.getTlsServerName())) {
            throw new OlmException("cluster " + name + " of the kubeconfig has tls-server-name, which olm cannot use:"
                    + " remove it, and name the server as its certificate does");
        }
        return cluster;
    }

    /** The scheme may be left out, as for kubectl. */
    private static boolean isAddress(String server) {
        return HttpUrl.parse(server.contains("://") ? server : "http://" + server) != null;
    }

    private static Optional<NamedAuthInfo> user(List<Config> configs, String context, @Nullable String name) {
        if (name == null || name.isEmpty()) {
            return Optional.empty();
        }
        NamedAuthInfo user = find(configs, Config::getUsers, NamedAuthInfo::getName, name)
                .orElseThrow(() -> new OlmException("context " + context + " of the kubeconfig names the user " + name
                        + ", which the kubeconfig does not have"));
        return Optional.of(user)
                .filter(named -> named.getUser() != null)
                .map(named ->
                        new NamedAuthInfoBuilder(named).build()); // The client library gets it without its plug-in.
    }

    private static <T> Optional<T> find(
            List<Config> configs, Function<Config, List<T>> entries, Function<T, String> nameOf, String name) {
        return configs.stream()
                .flatMap(config -> entries.apply(config).stream())
                .filter(entry -> name.equals(nameOf.apply(entry)))
                .findFirst();
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static Config parse(Path file) {
        if (Files.isDirectory(file)) {
            throw unreadable(file, "it is a directory");
        }
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new OlmException(Failures.describe(e) + ": the kubeconfig cannot be read", e);
        }
        String text = new String(content, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            throw unreadable(file, "it is empty");
        }
        Config config;
        try {
            config = Serialization.unmarshal(text, Config.class);
        } catch (RuntimeException e) { // Each parser throws its own.
            throw malformed(file, content, e);
        }
        if (config == null) {
            throw unreadable(file, "it is empty");
        }
        return Files.isRegularFile(file) ? marked(complete(config), file.toFile()) : complete(config);
    }

    private static Config marked(Config config, File file) {
        config.getContexts().forEach(one -> one.setAdditionalProperty(CONTEXT_FILE, file));
        config.getClusters().forEach(one -> one.setAdditionalProperty(CLUSTER_FILE, file));
        config.getUsers().forEach(one -> one.setAdditionalProperty(USER_FILE, file));
        return config;
    }

    /** kubectl writes {@code contexts: null} for none. */
    private static Config complete(Config config) {
        if (config.getContexts() == null) {
            config.setContexts(List.of());
        }
        if (config.getClusters() == null) {
            config.setClusters(List.of());
        }
        if (config.getUsers() == null) {
            config.setUsers(List.of());
        }
        return config;
    }

    /** The client library does not say in which line a mistake is. */
    private static OlmException malformed(Path file, byte[] content, RuntimeException failure) {
        try {
            new DocumentReader(ReaderLimits.DEFAULT, Numbers.INT64)
                    .read(new ByteArrayInputStream(content), file.toString(), _ -> {});
        } catch (TextSyntaxException e) {
            return new OlmException(e.location() + ": the kubeconfig cannot be read: " + e.problem(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // There is none in memory.
        }
        return unreadable(file, why(failure));
    }

    private static OlmException unreadable(Path file, String why) {
        return new OlmException(file + ": the kubeconfig cannot be read: " + why);
    }

    private static String why(RuntimeException failure) {
        List<Throwable> causes = Failures.causes(failure).toList();
        return causes.stream().anyMatch(MismatchedInputException.class::isInstance)
                ? "its content has not the form of a kubeconfig"
                : String.valueOf(causes.getLast().getMessage())
                        .lines()
                        .findFirst()
                        .orElse("it is not YAML");
    }
}
