package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.credentials.AuthConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The credentials for images that are pulled on behalf of service accounts: the pull secrets of the account, then those
 * of the process. It watches an account that has pull secrets, or with which a pull failed, until the caller releases
 * the owner. Of other accounts it only reads that they have none.
 */
public final class AccountCredentials implements AutoCloseable {

    private final KubernetesClient client;
    private final PullSecrets ofProcess;
    private final Consumer<String> onChange;
    private final Map<String, NamespacedName> without = new ConcurrentHashMap<>();
    private final Map<String, AccountPullSecrets> watched = new ConcurrentHashMap<>();

    /**
     * Creates credentials without any watch yet.
     *
     * @param onChange gets an owner when the secrets of its account have changed, so that its pull that failed for lack
     *     of credentials may succeed
     */
    public AccountCredentials(KubernetesClient client, PullSecrets ofProcess, Consumer<String> onChange) {
        this.client = client;
        this.ofProcess = ofProcess;
        this.onChange = onChange;
    }

    /** The credentials that an owner may use on behalf of an account. */
    public CredentialSource of(String owner, NamespacedName account) {
        return new CredentialSource() {
            @Override
            public Optional<Credentials> forRepository(ImageReference repository) {
                AuthConfig config = isWithoutSecrets(owner, account) ? ofProcess.config() : config(owner, account);
                return config.credentials(repository);
            }

            @Override
            public Optional<String> remark(ImageReference repository) {
                return config(owner, account).remarks(repository).findFirst();
            }
        };
    }

    /**
     * Watches the account of an owner whose pull failed, also if the registry did not ask for credentials: registries
     * hide images from strangers as missing, and limit the pulls of strangers. Reports the owner at once if the account
     * got secrets during the pull.
     */
    public void watchAfterFailure(String owner, NamespacedName account) {
        boolean pulledWithout = without.remove(owner, account);
        AuthConfig now = watch(owner, account).config();
        if (pulledWithout && !now.entries().isEmpty()) {
            onChange.accept(owner);
        }
    }

    /** Ends the watch for an owner; a later request reads the account again. */
    public void release(String owner) {
        without.remove(owner);
        AccountPullSecrets secrets = watched.remove(owner);
        if (secrets != null) {
            secrets.close();
        }
    }

    private boolean isWithoutSecrets(String owner, NamespacedName account) {
        if (watched.containsKey(owner)) {
            return false;
        }
        if (account.equals(without.get(owner))) {
            return true;
        }
        boolean none = hasNoSecrets(account);
        if (none) {
            without.put(owner, account);
        }
        return none;
    }

    private boolean hasNoSecrets(NamespacedName account) {
        try {
            ServiceAccount there = client.serviceAccounts()
                    .inNamespace(account.namespace())
                    .withName(account.name())
                    .get();
            return there != null
                    && Optional.ofNullable(there.getImagePullSecrets())
                            .orElse(List.of())
                            .isEmpty();
        } catch (KubernetesClientException e) {
            // The watch repeats the request, and says why it fails.
            return false;
        }
    }

    private AuthConfig config(String owner, NamespacedName account) {
        return AuthConfig.merge(List.of(watch(owner, account).config(), ofProcess.config()));
    }

    private AccountPullSecrets watch(String owner, NamespacedName account) {
        return watched.compute(owner, (o, known) -> {
            if (known != null && known.account().equals(account)) {
                return known;
            }
            if (known != null) {
                known.close();
            }
            return AccountPullSecrets.ofExtension(client, account, () -> onChange.accept(owner));
        });
    }

    @Override
    public void close() {
        List.copyOf(watched.keySet()).forEach(this::release);
    }
}
