package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.credentials.AuthConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The credentials for images that are pulled on behalf of service accounts: the pull secrets of the account, then those
 * of the process. It watches an account from the first request for it until the caller releases the owner.
 */
public final class AccountCredentials implements AutoCloseable {

    private final KubernetesClient client;
    private final PullSecrets ofProcess;
    private final Runnable onChange;
    private final Map<String, AccountPullSecrets> watched = new ConcurrentHashMap<>();

    /**
     * Creates credentials without any watch yet.
     *
     * @param onChange runs when a pull that failed for lack of credentials may succeed
     */
    public AccountCredentials(KubernetesClient client, PullSecrets ofProcess, Runnable onChange) {
        this.client = client;
        this.ofProcess = ofProcess;
        this.onChange = onChange;
    }

    /** The credentials that an owner may use on behalf of an account. */
    public CredentialSource of(String owner, NamespacedName account) {
        return new CredentialSource() {
            @Override
            public Optional<Credentials> forRepository(ImageReference repository) {
                return config(owner, account).credentials(repository);
            }

            @Override
            public Optional<String> remark(ImageReference repository) {
                return config(owner, account).remarks(repository).findFirst();
            }
        };
    }

    /** Ends the watch for an owner; a later request starts a new one. */
    public void release(String owner) {
        AccountPullSecrets secrets = watched.remove(owner);
        if (secrets != null) {
            secrets.close();
        }
    }

    private AuthConfig config(String owner, NamespacedName account) {
        AccountPullSecrets secrets = watched.compute(owner, (o, known) -> {
            if (known != null && known.account().equals(account)) {
                return known;
            }
            if (known != null) {
                known.close();
            }
            return new AccountPullSecrets(client, account, onChange);
        });
        return AuthConfig.merge(List.of(secrets.config(), ofProcess.config()));
    }

    @Override
    public void close() {
        List.copyOf(watched.keySet()).forEach(this::release);
    }
}
