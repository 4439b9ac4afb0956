package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.log.LogFormat;
import io.olm4j.cli.log.Logging;
import io.olm4j.oci.Credentials;
import io.olm4j.testsupport.GuardedRegistry;
import io.olm4j.testsupport.PullSecrets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What catalogd and the controller log while an operator from a private registry is installed and deleted. */
class LogsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USER = "puller";
    private static final String PASSWORD = "canary-password";
    private static final String REFUSED = "canary-refused";
    private static final int EVERYTHING = 6;

    private final PrintStream terminal = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @BeforeEach
    void start() {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        Logging.start(LogFormat.JSON, EVERYTHING);
    }

    @AfterEach
    void stop() throws Exception {
        System.setErr(terminal);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new ContextInitializer(context).autoConfig();
    }

    @Test
    void shouldTellEachFactInOneLineOfJsonWithoutSecrets() throws Exception {
        // Given
        OlmCluster olm = OlmCluster.empty();
        Extensions extensions = new Extensions(olm.client());
        try (GuardedRegistry registry = GuardedRegistry.before(olm.cluster().registryHost(), Optional.empty())) {
            registry.admit(USER, PASSWORD);
            registry.quoteRefusedCredentials();
            Samples samples = new Samples(registry.host());
            samples.push(olm.registry()
                    .withCredentials(repository -> Optional.of(new Credentials.Password(USER, PASSWORD))));
            PullSecrets secrets = new PullSecrets(olm.client(), registry.host());
            secrets.give(
                    "olmv1-system",
                    "catalogd-controller-manager",
                    "catalogd-pull-secret",
                    secrets.config(USER, PASSWORD));
            olm.apply(samples.clusterCatalog());
            olm.apply(samples.installer());

            // When
            olm.apply(samples.clusterExtension());
            var _ = extensions.awaitProgressing("greeter", "Retrying", "access denied (401)");
            secrets.give("greeter", "greeter-installer", "pull", secrets.config(USER, REFUSED));
            var _ = extensions.awaitProgressing("greeter", "Retrying", "nobody has ", " (401)");
            secrets.give("greeter", "greeter-installer", "pull", secrets.config(USER, PASSWORD));
            extensions.awaitInstalled("greeter", "1.0.0");
            extensions.delete("greeter");
        }
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lines().stream()
                        .anyMatch(line -> line.path("msg").asText().equals("The extension is gone")));

        // Then
        assertThat(lines())
                .allSatisfy(line -> assertThat(line)
                        .as("%s", line)
                        .allSatisfy(field -> assertThat(field.isValueNode()).isTrue()))
                .allSatisfy(
                        line -> assertThat(line.fieldNames()).toIterable().startsWith("ts", "level", "logger", "msg"));
        assertFact(
                line -> is(line, "catalog", "samples") && is(line, "msg", "The content of the catalog is published"));
        assertFact(line ->
                is(line, "catalog", "samples") && is(line, "condition", "Serving") && is(line, "status", "True"));
        assertFact(line -> is(line, "catalog", "samples") && is(line, "msg", "The catalog was read"));
        assertFact(line -> is(line, "extension", "greeter")
                && is(line, "revision", "greeter-1")
                && is(line, "version", "1.0.0")
                && is(line, "msg", "A revision was created"));
        assertFact(line -> is(line, "extension", "greeter")
                && is(line, "reason", "Retrying")
                && is(line, "level", "warn")
                && line.path("msg").asText().contains("access denied (401)"));
        assertFact(line -> is(line, "extension", "greeter")
                && is(line, "reason", "Retrying")
                && is(line, "level", "warn")
                && line.path("msg").asText().contains("nobody has "));
        assertFact(line ->
                is(line, "revision", "greeter-1") && is(line, "condition", "Succeeded") && is(line, "status", "True"));
        assertFact(line -> is(line, "extension", "greeter")
                && is(line, "condition", "Progressing")
                && is(line, "reason", "Succeeded"));
        assertFact(line -> is(line, "extension", "greeter") && is(line, "msg", "The extension is gone"));
        assertThat(text())
                .doesNotContain(PASSWORD, auth(PASSWORD), base64(PASSWORD), base64(auth(PASSWORD)))
                .doesNotContain(REFUSED, auth(REFUSED), base64(REFUSED), base64(auth(REFUSED)), "eyJ");
    }

    /** Exactly one line says it: nothing is told by two layers, nor again at each attempt. */
    private void assertFact(Predicate<JsonNode> fact) {
        assertThat(lines()).filteredOn(fact).hasSize(1);
    }

    private static boolean is(JsonNode line, String field, String value) {
        return line.path(field).asText().equals(value);
    }

    private List<JsonNode> lines() {
        return text().lines().map(LogsIT::parse).toList();
    }

    private String text() {
        String all = log.toString(StandardCharsets.UTF_8);
        return all.substring(0, all.lastIndexOf('\n') + 1);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + line, e);
        }
    }

    private static String auth(String password) {
        return base64(USER + ":" + password);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
