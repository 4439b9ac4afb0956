package io.olm4j.localcluster;

import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;

/**
 * A kubeconfig file with one cluster and one user.
 *
 * @param name the name of the context, the cluster and the user in the file
 * @param server the URL of the API server
 * @param authority the file of the certificate authority
 * @param token the user's bearer token
 */
record KubeconfigFile(String name, String server, Path authority, String token) {

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
                .withCurrentContext(name)
                .addNewCluster()
                .withName(name)
                .withNewCluster()
                .withServer(server)
                .withCertificateAuthority(authority.toString())
                .endCluster()
                .endCluster()
                .addNewUser()
                .withName(name)
                .withNewUser()
                .withToken(token)
                .withAs(user.isEmpty() ? null : user)
                .withAsGroups(groups)
                .endUser()
                .endUser()
                .addNewContext()
                .withName(name)
                .withNewContext()
                .withCluster(name)
                .withUser(name)
                .endContext()
                .endContext()
                .build());
    }
}
