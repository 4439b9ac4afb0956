package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.olm4j.oci.credentials.AuthConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code imagePullSecrets} of a service account, at most the first 50. It watches the account and each secret that
 * it uses.
 */
final class AccountPullSecrets implements AutoCloseable {

    /**
     * Each secret costs a watch with the rights of this process, and an account that a tenant may edit can name
     * thousands. Accounts name a few.
     */
    private static final int MOST_SECRETS = 50;

    /** How long one request may wait for the API server, for all objects together. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * On a service account of OpenShift: the name of the pull secret for the internal registry, a random one, which
     * OpenShift adds to the {@code imagePullSecrets}.
     */
    private static final String INTERNAL_REGISTRY = "openshift.io/internal-registry-pull-secret-ref";

    private final KubernetesClient client;
    private final NamespacedName account;
    private final boolean usesInternalRegistry;
    private final Runnable onChange;
    private final NamedWatch<ServiceAccount> watch;
    private Map<String, PullSecret> secrets = new LinkedHashMap<>();
    private Optional<AuthConfig> announced = Optional.empty();
    private boolean closed;

    private AccountPullSecrets(
            KubernetesClient client, NamespacedName account, boolean usesInternalRegistry, Runnable onChange) {
        this.client = client;
        this.account = account;
        this.usesInternalRegistry = usesInternalRegistry;
        this.onChange = onChange;
        this.watch = new NamedWatch<>(
                "service account " + account,
                client.serviceAccounts().inNamespace(account.namespace()).withName(account.name()),
                new BasicItemStore<>(Cache::metaNamespaceKeyFunc),
                this::changed);
        watch.start();
    }

    /** Those of the account of an extension. Starts to watch, without waiting. */
    static AccountPullSecrets ofExtension(KubernetesClient client, NamespacedName account, Runnable onChange) {
        return new AccountPullSecrets(client, account, true, onChange);
    }

    /**
     * Those of the account of this process, without the one for OpenShift's internal registry: catalogd may read only
     * Secrets whose names are known before. Starts to watch, without waiting.
     */
    static AccountPullSecrets ofProcess(KubernetesClient client, NamespacedName account, Runnable onChange) {
        return new AccountPullSecrets(client, account, false, onChange);
    }

    NamespacedName account() {
        return account;
    }

    /**
     * The credentials of the account; an earlier secret takes precedence over a later one. The call waits until each
     * secret that the account names now is known, at most 10 seconds for all of them.
     */
    AuthConfig config() {
        long start = System.nanoTime();
        watch.awaitAnswer(PATIENCE);
        Collection<PullSecret> named = watchNamedSecrets();
        named.forEach(secret -> secret.awaitAnswer(PATIENCE.minusNanos(System.nanoTime() - start)));
        return announce(named);
    }

    private synchronized AuthConfig announce(Collection<PullSecret> named) {
        AuthConfig config = merge(named);
        announced = announced.or(() -> Optional.of(config));
        return config;
    }

    private AuthConfig merge(Collection<PullSecret> named) {
        return AuthConfig.merge(Stream.of(
                        tooMany().stream().map(AccountPullSecrets::problem),
                        named.stream().map(PullSecret::config),
                        watch.problem().stream().map(AccountPullSecrets::problem))
                .flatMap(configs -> configs)
                .toList());
    }

    private static AuthConfig problem(String sentence) {
        return new AuthConfig(Map.of(), List.of(sentence));
    }

    /** Comes before the problems of single secrets, because only the first problem reaches the user. */
    private Optional<String> tooMany() {
        return named().skip(MOST_SECRETS)
                .findFirst()
                .map(_ -> "only the first " + MOST_SECRETS + " pull secrets of the service account " + account
                        + " are used");
    }

    private void changed() {
        if (isNews()) {
            onChange.run();
        }
    }

    /**
     * Whether the credentials differ from those that a caller already got. The first credentials are not a change; nor
     * is a secret that the API server has not answered yet, because its answer comes here again. A change of the names
     * is a change too. Only the next caller watches the new secrets, so that a user who edits the account constantly
     * starts no watches.
     */
    private synchronized boolean isNews() {
        if (closed) {
            return false;
        }
        if (!used().equals(List.copyOf(secrets.keySet()))) {
            return announced.isPresent();
        }
        Collection<PullSecret> named = secrets.values();
        if (!named.stream().allMatch(PullSecret::isAnswered)) {
            return false;
        }
        AuthConfig now = merge(named);
        boolean news = announced.isPresent() && !announced.get().equals(now);
        announced = announced.map(before -> now);
        return news;
    }

    private synchronized Collection<PullSecret> watchNamedSecrets() {
        if (closed) {
            return List.copyOf(secrets.values());
        }
        Map<String, PullSecret> before = secrets;
        Map<String, PullSecret> now = new LinkedHashMap<>();
        used().forEach(name -> now.put(
                name,
                Optional.ofNullable(before.get(name))
                        .orElseGet(() ->
                                new PullSecret(client, new NamespacedName(account.namespace(), name), this::changed))));
        secrets = now;
        before.forEach((name, secret) -> {
            if (!now.containsKey(name)) {
                secret.close();
            }
        });
        return List.copyOf(now.values());
    }

    private List<String> used() {
        return named().limit(MOST_SECRETS).toList();
    }

    private Stream<String> named() {
        return watch.find().stream().flatMap(this::named);
    }

    private Stream<String> named(ServiceAccount found) {
        String internal = Optional.ofNullable(found.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(INTERNAL_REGISTRY))
                .orElse("");
        return Optional.ofNullable(found.getImagePullSecrets()).orElse(List.of()).stream()
                .map(LocalObjectReference::getName)
                .filter(name -> name != null && !name.isEmpty())
                .filter(name -> usesInternalRegistry || !name.equals(internal))
                .distinct();
    }

    @Override
    public synchronized void close() {
        closed = true;
        watch.close();
        secrets.values().forEach(PullSecret::close);
    }
}
