package io.olm4j.controller.extension.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pullsecrets.AccountCredentials;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.pullsecrets.PullSecrets;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.testsupport.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which pull secrets {@link BundleImagePuller} takes up, with a real API server and registry. */
class BundleImagePullerIT {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String REGISTRY = TestCluster.shared().cluster().registryHost();
    private static final Identity PULLER = new Identity.Account(new ServiceAccountRef("default", "puller"));

    @TempDir
    Path scratch;

    private final KubernetesClient client = TestCluster.shared().client();
    private final RegistryClient registry = RegistryClient.create(RegistryOptions.defaults());
    private final List<String> reported = new CopyOnWriteArrayList<>();
    private final PullSecrets secrets = PullSecrets.start(client, PullSecretOptions.NONE, () -> {});
    private final AccountCredentials accounts = new AccountCredentials(client, secrets, reported::add);

    @BeforeEach
    void createAccount() {
        TestCluster.shared().reset();
        client.resource(account().build()).create();
    }

    @AfterEach
    void close() {
        accounts.close();
        secrets.close();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @Test
    void shouldReportTheExtensionWhenItsAccountGetsASecretAfterTheImageWasMissing() throws Exception {
        // Given
        var puller = new BundleImagePuller(new ImageStore(scratch.resolve("unpack"), registry), registry, accounts);
        ImageReference missing = ImageReference.parse(REGISTRY + "/hidden/bundle:v1");
        ImageReference invalid = ImageReference.parse(REGISTRY + "/hidden/bundle");

        // When
        ImageException refusal =
                catchThrowableOfType(ImageException.class, () -> puller.pull("waiting", PULLER, missing));
        assertThatThrownBy(() -> puller.pull("blocked", PULLER, missing)).isInstanceOf(ImageException.class);
        ImageException terminal =
                catchThrowableOfType(ImageException.class, () -> puller.pull("blocked", PULLER, invalid));
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("own")
                        .endMetadata()
                        .withStringData(Map.of(".dockerconfigjson", "{\"auths\":{\"quay.io\":{\"username\":\"own\"}}}"))
                        .build())
                .create();
        client.resource(account().addNewImagePullSecret("own").build()).update();

        // Then
        assertThat(refusal.terminal()).isFalse();
        assertThat(terminal.terminal()).isTrue();
        await().atMost(SOON).until(() -> !reported.isEmpty());
        assertThat(reported).containsOnly("waiting");
    }

    private static ServiceAccountBuilder account() {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("puller")
                .endMetadata();
    }
}
