package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.credentials.AuthConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The pull secrets of a process: those of its own service account, then the global one. A change of them applies at
 * once. Only these objects are watched.
 */
public final class PullSecrets implements CredentialSource, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Optional<AccountPullSecrets> own;
    private final Optional<PullSecret> global;

    private PullSecrets(Optional<AccountPullSecrets> own, Optional<PullSecret> global) {
        this.own = own;
        this.global = global;
    }

    /**
     * Starts to watch. It waits until the API server has returned or refused each object, at most 10 seconds for the
     * global secret and 10 seconds for those of the account together.
     *
     * @param client stays open
     * @param onChange runs when a pull that failed for lack of credentials may succeed
     */
    public static PullSecrets start(KubernetesClient client, PullSecretOptions options, Runnable onChange) {
        PullSecrets secrets = new PullSecrets(
                options.serviceAccount().map(account -> AccountPullSecrets.ofProcess(client, account, onChange)),
                options.globalPullSecret().map(secret -> new PullSecret(client, secret, onChange)));
        secrets.global.ifPresent(secret -> secret.awaitAnswer(PATIENCE));
        secrets.own.ifPresent(AccountPullSecrets::config);
        return secrets;
    }

    @Override
    public Optional<Credentials> forRepository(ImageReference repository) {
        return config().credentials(repository);
    }

    @Override
    public Optional<String> remark(ImageReference repository) {
        return config().remarks(repository).findFirst();
    }

    /** The merged content of all secrets: for a registry, the first secret with an entry counts. */
    AuthConfig config() {
        List<AuthConfig> configs = Stream.concat(
                        own.stream().map(AccountPullSecrets::config),
                        global.stream().map(PullSecret::config))
                .toList();
        return AuthConfig.merge(configs);
    }

    @Override
    public void close() {
        own.ifPresent(AccountPullSecrets::close);
        global.ifPresent(PullSecret::close);
    }
}
