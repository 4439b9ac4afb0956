package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.oci.credentials.AuthConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code imagePullSecrets} of a service account. It watches the account and each secret that the account names now.
 */
final class AccountPullSecrets implements AutoCloseable {

    /** How long the first request may wait for the API server. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final NamespacedName account;
    private final Runnable onChange;
    private final NamedWatch<ServiceAccount> watch;
    private Map<String, PullSecret> secrets = new LinkedHashMap<>();
    private Optional<AuthConfig> announced = Optional.empty();
    private boolean closed;

    /** Starts to watch, without waiting. */
    AccountPullSecrets(KubernetesClient client, NamespacedName account, Runnable onChange) {
        this.client = client;
        this.account = account;
        this.onChange = onChange;
        this.watch = new NamedWatch<>(
                "service account " + account,
                client.serviceAccounts().inNamespace(account.namespace()).withName(account.name()),
                this::changed);
        watch.start();
    }

    NamespacedName account() {
        return account;
    }

    /**
     * The credentials of the account; an earlier secret takes precedence over a later one. The call waits until each
     * secret that the account names now is known.
     */
    AuthConfig config() {
        watch.awaitAnswer(PATIENCE);
        Collection<PullSecret> named = watchedSecrets();
        named.forEach(secret -> secret.awaitAnswer(PATIENCE));
        return announce(named);
    }

    private synchronized Collection<PullSecret> watchedSecrets() {
        watchNamedSecrets();
        return List.copyOf(secrets.values());
    }

    private synchronized AuthConfig announce(Collection<PullSecret> named) {
        AuthConfig config = merge(named);
        announced = announced.or(() -> Optional.of(config));
        return config;
    }

    private AuthConfig merge(Collection<PullSecret> named) {
        Stream<AuthConfig> problem = watch.problem().stream().map(p -> new AuthConfig(Map.of(), List.of(p)));
        return AuthConfig.merge(
                Stream.concat(named.stream().map(PullSecret::config), problem).toList());
    }

    private void changed() {
        if (isNews()) {
            onChange.run();
        }
    }

    /**
     * Whether the credentials differ from those that a caller already got. The first credentials are not a change; nor
     * is a secret that the API server has not answered yet, because its answer comes here again.
     */
    private synchronized boolean isNews() {
        Collection<PullSecret> named = watchedSecrets();
        if (closed || !named.stream().allMatch(PullSecret::isAnswered)) {
            return false;
        }
        AuthConfig now = merge(named);
        boolean news = announced.isPresent() && !announced.get().equals(now);
        announced = announced.map(before -> now);
        return news;
    }

    private void watchNamedSecrets() {
        if (closed) {
            return;
        }
        Map<String, PullSecret> before = secrets;
        Map<String, PullSecret> now = new LinkedHashMap<>();
        named().forEach(name -> now.computeIfAbsent(
                name,
                n -> Optional.ofNullable(before.get(n))
                        .orElseGet(() ->
                                new PullSecret(client, new NamespacedName(account.namespace(), n), this::changed))));
        secrets = now;
        before.forEach((name, secret) -> {
            if (!now.containsKey(name)) {
                secret.close();
            }
        });
    }

    private Stream<String> named() {
        return watch
                .find()
                .map(found -> Optional.ofNullable(found.getImagePullSecrets()).orElse(List.of()))
                .orElse(List.of())
                .stream()
                .map(LocalObjectReference::getName)
                .filter(name -> name != null && !name.isEmpty());
    }

    @Override
    public synchronized void close() {
        closed = true;
        watch.close();
        secrets.values().forEach(PullSecret::close);
    }
}
