package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.command.OlmException;
import io.olm4j.files.AtomicFile;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Secret that holds the certificate that olm4j made for itself. */
final class CertificateSecret {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateSecret.class);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final List<String> SERVICES = List.of("catalogd-service", "operator-controller-service");
    private static final List<String> KEYS = List.of("ca.crt", "tls.crt", "tls.key");

    private final KubernetesClient client;
    private final String namespace;
    private final OwnCertificate own;
    private final Predicate<Duration> pause;
    private final Consumer<String> waitsFor;
    private final ApiServerPatience patience;

    /**
     * The Secret of a namespace.
     *
     * @param pause waits for so long; false if the process is to end
     * @param waitsFor receives what it waits for
     */
    CertificateSecret(
            KubernetesClient client,
            String namespace,
            OwnCertificate own,
            Predicate<Duration> pause,
            Consumer<String> waitsFor) {
        this.client = client;
        this.namespace = namespace;
        this.own = own;
        this.pause = pause;
        this.waitsFor = waitsFor;
        this.patience = new ApiServerPatience(pause, waitsFor);
    }

    /**
     * Copies the certificate into files.
     *
     * @param make whether to make one if there is none, as only operator-controller may; otherwise this waits for it
     * @throws IOException if the files cannot be written
     * @throws OlmException if the Secret cannot be read or made in time, or if the process is to end
     */
    void copy(boolean make) throws IOException, InterruptedException {
        Optional<Secret> secret = read();
        if (secret.isEmpty() && make) {
            secret = Optional.of(make());
        }
        if (secret.isEmpty()) {
            LOG.info("Waiting for the Secret {}/{}, which operator-controller makes", namespace, own.secret());
        }
        while (secret.isEmpty()) {
            waitsFor.accept("operator-controller has not made the Secret %s/%s yet".formatted(namespace, own.secret()));
            if (!pause.test(PAUSE)) {
                throw new OlmException("stopped while waiting for the Secret " + own.secret());
            }
            secret = read();
        }
        write(secret.get());
        waitsFor.accept(Readiness.STARTING);
    }

    private Optional<Secret> read() {
        return patience.await("the Secret %s/%s cannot be read".formatted(namespace, own.secret()), this::find);
    }

    private Optional<Secret> find() {
        return Optional.ofNullable(
                client.secrets().inNamespace(namespace).withName(own.secret()).get());
    }

    private Secret make() throws IOException, InterruptedException {
        List<String> hosts = SERVICES.stream()
                .map(service -> service + "." + namespace + ".svc")
                .toList();
        SelfSignedCertificate made = SelfSignedCertificate.of(hosts);
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(own.secret())
                .addToLabels("app.kubernetes.io/part-of", "olm")
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withStringData(
                        Map.of("ca.crt", made.certificate(), "tls.crt", made.certificate(), "tls.key", made.key()))
                .build();
        return patience.await(
                "the Secret %s/%s cannot be made".formatted(namespace, own.secret()), () -> create(secret, hosts));
    }

    private Secret create(Secret secret, List<String> hosts) {
        try {
            Secret created = client.resource(secret).create();
            LOG.info("Made a certificate for {} in the Secret {}/{}", hosts, namespace, own.secret());
            return created;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return find().orElseThrow(() -> e); // Another replica was faster.
            }
            throw e;
        }
    }

    private void write(Secret secret) throws IOException {
        Files.createDirectories(own.directory());
        if (!Files.getPosixFilePermissions(own.directory()).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(own.directory(), OWNER_ONLY);
        }
        for (String key : KEYS) {
            String value = Optional.ofNullable(secret.getData())
                    .map(data -> data.get(key))
                    .orElseThrow(
                            () -> new OlmException("the Secret %s/%s lacks %s: delete it, and olm4j makes another one"
                                    .formatted(namespace, own.secret(), key)));
            Path file = own.directory().resolve(key);
            byte[] content = Base64.getDecoder().decode(value);
            if (!has(file, content)) {
                AtomicFile.write(file, content);
            }
        }
    }

    /** Whether a former start wrote the file: the disk may be full or read-only since. */
    private static boolean has(Path file, byte[] content) {
        try {
            return Arrays.equals(Files.readAllBytes(file), content);
        } catch (IOException absent) {
            return false;
        }
    }
}
