package io.olm4j.cli.kube;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.cli.Failures;
import io.olm4j.cli.OlmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with a kubeconfig in one sentence; the client that reads it next would log a stack trace. */
final class KubeconfigCheck {

    private KubeconfigCheck() {}

    /**
     * Checks the files of a kubeconfig. Files that do not exist, and empty names, do not count, as with kubectl.
     *
     * @param wanted the context that the user names; empty for the current one
     * @return those that exist
     * @throws OlmException if a file cannot be read, if there is no such context, or if the context names a cluster or
     *     a user that is missing: the client would take its own default for either
     */
    static List<Config> check(List<Path> files, Optional<String> wanted) {
        List<Config> configs = read(files);
        if (configs.isEmpty()) {
            return configs;
        }
        String name = wanted.or(() -> configs.stream()
                        .map(Config::getCurrentContext)
                        .filter(Predicate.not(KubeconfigCheck::isEmpty))
                        .findFirst())
                .orElseThrow(() -> new OlmException("the kubeconfig names no current context: name one by --context"));
        Context context = find(configs, Config::getContexts, NamedContext::getName, name)
                .map(NamedContext::getContext)
                .orElseThrow(() -> new OlmException("the kubeconfig has no context " + name
                        + (wanted.isPresent()
                                ? "; see: kubectl config get-contexts"
                                : ", which is its current one: name another one by --context")));
        checkCluster(configs, name, context.getCluster());
        if (!isEmpty(context.getUser()) && user(configs, context.getUser()).isEmpty()) {
            throw new OlmException("context " + name + " of the kubeconfig names the user " + context.getUser()
                    + ", which the kubeconfig does not have");
        }
        return configs;
    }

    /**
     * Reads those files that exist.
     *
     * @throws OlmException if one cannot be read
     */
    static List<Config> read(List<Path> files) {
        return files.stream()
                .filter(file -> !file.toString().isBlank() && Files.exists(file))
                .map(KubeconfigCheck::read)
                .toList();
    }

    private static void checkCluster(List<Config> configs, String context, @Nullable String name) {
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
        if (!isEmpty(cluster.getTlsServerName())) {
            throw new OlmException("cluster " + name + " of the kubeconfig has tls-server-name, which olm cannot use:"
                    + " remove it, and name the server as its certificate does");
        }
    }

    /** The user of this name. */
    static Optional<AuthInfo> user(List<Config> configs, String name) {
        return find(configs, Config::getUsers, NamedAuthInfo::getName, name).map(NamedAuthInfo::getUser);
    }

    /** Of several files, the first one that has the name counts, as with kubectl. */
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

    private static Config read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw unreadable(file, "it is a directory");
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (text.isBlank()) {
                throw unreadable(file, "it is empty");
            }
            Config config = Serialization.unmarshal(text, Config.class);
            if (config == null) {
                throw unreadable(file, "it is empty");
            }
            return complete(config);
        } catch (IOException e) {
            throw new OlmException(Failures.describe(e) + ": the kubeconfig cannot be read", e);
        } catch (OlmException e) {
            throw e;
        } catch (RuntimeException e) { // Each parser throws its own.
            throw unreadable(file, why(e));
        }
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
