package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Pull secrets for one registry.
 *
 * @param registry {@code host:port}
 */
public record PullSecrets(KubernetesClient client, String registry) {

    /** The content of a pull secret with a user and a password. */
    public String config(String username, String password) {
        String auth = Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
        return "{\"auths\":{\"" + registry + "\":{\"auth\":\"" + auth + "\"}}}";
    }

    /** Writes a pull secret and makes it the only one of a service account. */
    public void give(String namespace, String account, String name, String config) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withType("kubernetes.io/dockerconfigjson")
                .withStringData(Map.of(".dockerconfigjson", config))
                .build();
        client.resource(secret).createOr(existing -> existing.update());
        client.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"imagePullSecrets\":[{\"name\":\"" + name + "\"}]}");
    }
}
