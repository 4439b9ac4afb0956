package io.olm4j.localcluster;

import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;

/**
 * A kubeconfig file with one cluster and one user.
 *
 * @param server the URL of the API server
 * @param authority the file of the certificate authority
 * @param token the user's bearer token
 */
record Kubeconfig(String server, Path authority, String token) {

    private static final String NAME = "olm4j";

    /** The text of the file. */
    String text() {
        return textAs("", List.of());
    }

    /**
     * The text of a file whose user impersonates another user.
     *
     * @param user the user to impersonate; empty for none
     * @param groups the groups of the impersonated user
     */
    String textAs(String user, List<String> groups) {
        return Serialization.asYaml(new ConfigBuilder()
                .withApiVersion("v1")
                .withKind("Config")
                .withCurrentContext(NAME)
                .addNewCluster()
                .withName(NAME)
                .withNewCluster()
                .withServer(server)
                .withCertificateAuthority(authority.toString())
                .endCluster()
                .endCluster()
                .addNewUser()
                .withName(NAME)
                .withNewUser()
                .withToken(token)
                .withAs(user.isEmpty() ? null : user)
                .withAsGroups(groups)
                .endUser()
                .endUser()
                .addNewContext()
                .withName(NAME)
                .withNewContext()
                .withCluster(NAME)
                .withUser(NAME)
                .endContext()
                .endContext()
                .build());
    }
}
