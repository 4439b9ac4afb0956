package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.cluster.Samples;
import io.olm4j.oci.Credentials;
import io.olm4j.testsupport.GuardedRegistry;
import io.olm4j.testsupport.PullSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators whose catalog and bundles are in a private registry: who may pull what. */
class PrivateBundleIT {

    private static final String USER = "puller";
    private static final String PASSWORD = "canary:password";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final GuardedRegistry registry = guard();
    private final PullSecrets secrets = new PullSecrets(olm.client(), registry.host());
    private final Samples samples = new Samples(registry.host());

    @BeforeEach
    void setUp() throws Exception {
        registry.admit(USER, PASSWORD);
        samples.push(
                olm.registry().withCredentials(repository -> Optional.of(new Credentials.Password(USER, PASSWORD))));
        // A name that catalogd may read without another Role.
        letPull("olmv1-system", "catalogd-controller-manager", "catalogd-pull-secret");
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
    }

    @AfterEach
    void cleanUp() {
        extensions.delete("greeter");
        registry.close();
    }

    @Test
    void shouldPullWithTheSecretOfTheServiceAccountThatInstalls() {
        olm.apply(samples.clusterExtension());
        String refusal = extensions.awaitProgressing("greeter", "Retrying", "access denied (401)");
        assertThat(refusal).doesNotContain("canary");

        letPull("greeter", "greeter-installer", "pull");

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldPullWithTheSecretOfTheController() {
        letPull("olmv1-system", "operator-controller-controller-manager", "pull");

        olm.apply(samples.clusterExtension());

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldUseTheCredentialsOfTheUserOnTheCommandLine(@TempDir Path home) throws Exception {
        Path file = Files.writeString(home.resolve("auth.json"), authConfig());
        String image = registry.host() + "/olm4j/samples-catalog:latest";
        OlmProcess process = new OlmProcess(home);

        OlmProcess.Result known = process.with("REGISTRY_AUTH_FILE", file).run("catalog", "render", image);
        OlmProcess.Result unknown =
                process.with("REGISTRY_AUTH_FILE", home.resolve("none")).run("catalog", "render", image);

        assertThat(known.exitCode()).as("%s", known).isZero();
        assertThat(known.output()).contains("greeter-operator");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.errors())
                .contains("access denied (401); give " + registry.host() + " a pull secret")
                .contains(home.resolve("none") + " does not exist");
    }

    private void letPull(String namespace, String account, String name) {
        secrets.give(namespace, account, name, authConfig());
    }

    private String authConfig() {
        return secrets.config(USER, PASSWORD);
    }

    private GuardedRegistry guard() {
        try {
            return GuardedRegistry.before(olm.cluster().registryHost(), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
