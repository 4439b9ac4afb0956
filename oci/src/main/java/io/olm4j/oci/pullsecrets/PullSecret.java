package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.olm4j.oci.credentials.AuthConfig;
import io.olm4j.oci.credentials.AuthConfigParser;
import io.olm4j.oci.credentials.AuthFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The current content of one pull secret, which is watched. */
final class PullSecret implements AutoCloseable {

    private static final String CONFIG_JSON = ".dockerconfigjson";
    private static final String DOCKERCFG = ".dockercfg";

    private record Parsed(Optional<Secret> secret, AuthConfig config) {}

    private final String what;
    private final NamedWatch<Secret> watch;
    private volatile Parsed parsed = new Parsed(Optional.empty(), AuthConfig.EMPTY);

    /** Starts to watch, without waiting. */
    PullSecret(KubernetesClient client, NamespacedName secret, Runnable onChange) {
        this.what = "pull secret " + secret;
        this.watch = new NamedWatch<>(
                what,
                client.secrets().inNamespace(secret.namespace()).withName(secret.name()),
                new CredentialsOnly(),
                onChange);
        watch.start();
    }

    void awaitAnswer(Duration patience) {
        watch.awaitAnswer(patience);
    }

    /** Whether it is known whether the secret exists, or why this is not known. */
    boolean isAnswered() {
        return watch.isAnswered();
    }

    /** The credentials of the secret and its problems. Known once there is an answer. */
    AuthConfig config() {
        Optional<Secret> secret = watch.find();
        if (secret.isEmpty()) {
            return new AuthConfig(Map.of(), List.of(watch.problem().orElse(what + " does not exist")));
        }
        Parsed known = parsed;
        if (!known.secret().equals(secret)) {
            known = new Parsed(secret, parse(secret.get()));
            parsed = known;
        }
        return known.config();
    }

    private AuthConfig parse(Secret secret) {
        Map<String, String> data = Optional.ofNullable(secret.getData()).orElse(Map.of());
        List<AuthConfig> configs = new ArrayList<>();
        Optional.ofNullable(data.get(CONFIG_JSON)).ifPresent(d -> configs.add(parse(d, AuthFormat.CONFIG_JSON)));
        Optional.ofNullable(data.get(DOCKERCFG)).ifPresent(d -> configs.add(parse(d, AuthFormat.DOCKERCFG)));
        return configs.isEmpty()
                ? new AuthConfig(
                        Map.of(), List.of(what + " is ignored: it has neither " + CONFIG_JSON + " nor " + DOCKERCFG))
                : AuthConfig.merge(configs);
    }

    private AuthConfig parse(String data, AuthFormat format) {
        return AuthConfigParser.parse(Base64.getDecoder().decode(data), format, what);
    }

    @Override
    public void close() {
        watch.close();
    }

    /** Keeps of a Secret what is read of it. Its owner can write 1 MiB of anything. */
    private static final class CredentialsOnly extends BasicItemStore<Secret> {

        /** In base64, more than the parser reads: it refuses the rest of what is cut off. */
        private static final int MAX_CHARACTERS = (AuthConfigParser.MAX_BYTES / 3 + 1) * 4;

        CredentialsOnly() {
            super(Cache::metaNamespaceKeyFunc);
        }

        @Override
        public Secret put(String key, Secret secret) {
            Map<String, String> kept = new HashMap<>();
            Optional.ofNullable(secret.getData()).orElse(Map.of()).forEach((name, value) -> {
                if (name.equals(CONFIG_JSON) || name.equals(DOCKERCFG)) {
                    kept.put(name, value.substring(0, Math.min(value.length(), MAX_CHARACTERS)));
                }
            });
            ObjectMeta metadata = secret.getMetadata();
            return super.put(
                    key,
                    new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace(metadata.getNamespace())
                            .withName(metadata.getName())
                            .withUid(metadata.getUid())
                            .withResourceVersion(metadata.getResourceVersion())
                            .endMetadata()
                            .withData(kept)
                            .build());
        }
    }
}
