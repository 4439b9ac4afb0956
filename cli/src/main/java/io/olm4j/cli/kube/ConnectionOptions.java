package io.olm4j.cli.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a command finds its cluster, as kubectl has them. */
public final class ConnectionOptions {

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig. Default: the one that KUBECONFIG names, or ~/.kube/config.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context of the kubeconfig. Default: its current context.")
    private @Nullable String context;

    /** The kubeconfig, once it is read: it may be a pipe. */
    private Optional<Kubeconfig> found = Optional.empty();

    /**
     * Runs something with a client of the cluster, as the user of the context.
     *
     * @return the result of the work
     * @throws OlmException if no cluster is configured, or the API server does not answer or refuses; the message is
     *     one sentence
     */
    public <T> T use(Function<KubernetesClient, T> work) {
        try (KubernetesClient client = client()) {
            try {
                return work.apply(client);
            } catch (KubernetesClientException e) {
                throw new OlmException(ApiFailures.describe(e, client.getMasterUrl()), e);
            } catch (ApiException e) {
                throw new OlmException(ApiFailures.describe(e, client.getMasterUrl()), e);
            }
        }
    }

    /**
     * The names of the contexts of the kubeconfig.
     *
     * @throws OlmException if the kubeconfig cannot be read
     */
    public List<String> contexts() {
        return Kubeconfig.contexts(paths());
    }

    private KubernetesClient client() {
        try {
            return ApiServerHttp.clientOfCommand(configuration());
        } catch (KubernetesClientException e) {
            String why = Failures.describe(Failures.causes(e).toList().getLast());
            throw new OlmException("the kubeconfig cannot be used: " + why, e);
        } catch (IllegalArgumentException e) { // Of the environment: a proxy that cannot be used.
            throw new OlmException("the API server cannot be reached: " + e.getMessage(), e);
        }
    }

    private Config configuration() {
        Optional<String> wanted = Optional.ofNullable(context).filter(Predicate.not(String::isEmpty));
        found = found.or(() -> Kubeconfig.read(paths(), wanted));
        Config config = found.map(Kubeconfig::clientConfig).orElseGet(() -> ofPod(wanted));
        // A user who waits at a terminal wants the error, not minutes of retries.
        config.setRequestRetryBackoffLimit(1);
        config.setUserAgent("olm");
        return config;
    }

    /** The kubeconfigs: the named one, or the default ones. An empty name counts as none, as for kubectl. */
    private List<Path> paths() {
        if (kubeconfig == null || kubeconfig.toString().isEmpty()) {
            return Config.getKubeconfigFilenames().stream().map(Path::of).toList();
        }
        if (!Files.isReadable(kubeconfig)) {
            throw new OlmException(kubeconfig + ": the file cannot be read");
        }
        return List.of(kubeconfig);
    }

    /**
     * That of the service account, if this process runs in a pod. It has no contexts: a user who names one does not
     * mean it.
     */
    private static Config ofPod(Optional<String> wanted) {
        String noCluster = noCluster(Optional.ofNullable(System.getenv("KUBECONFIG")));
        wanted.ifPresent(name -> {
            throw new OlmException("context " + name + " does not exist; " + noCluster);
        });
        return PodAccount.clientConfig(System.getenv(), PodAccount.MOUNTED)
                .orElseThrow(() -> new OlmException(noCluster));
    }

    /** Why no kubeconfig was found, though the variable may name one. */
    static String noCluster(Optional<String> variable) {
        return variable.filter(files -> !files.isBlank())
                .map(files -> "KUBECONFIG is " + files + ", but no such file exists: name another file")
                .orElse("no cluster is configured: set KUBECONFIG, or name a kubeconfig by --kubeconfig");
    }
}
