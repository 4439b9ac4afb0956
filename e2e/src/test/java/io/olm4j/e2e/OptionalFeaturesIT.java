package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.bundle.render.SuggestedNamespace;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.rbac.InstallerManifest;
import io.olm4j.controller.options.Features;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.localcluster.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the controller does only where it is asked to: namespaces that bundles bring, releases, roles for users,
 * aggregated APIs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OptionalFeaturesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path SAMPLE = Path.of("../manifests/samples/greeter/bundles/1.0.0");
    private static final String PSA = "pod-security.kubernetes.io/enforce";
    private static final String ROLE = "greetings.greeter.olm4j.io-v1-";
    private static final String EXTENSION = """
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata: {name: %s}
            spec:
              %s
              source: {sourceType: Catalog, catalog: {packageName: greeter-operator}}
            """;

    @TempDir
    static Path scratch;

    private final OlmCluster olm = OlmCluster.empty(options -> options.withFeatures(
                    new Features(true, true, true, true))
            .withIdentity(new IdentityPolicy(Optional.of(new ServiceAccountRef("installers", "installer")), false)));
    private final Extensions extensions = new Extensions(olm.client());
    private String catalog = """
            schema: olm.package
            name: greeter-operator
            defaultChannel: stable
            ---
            schema: olm.channel
            package: greeter-operator
            name: stable
            entries:
              - {name: greeter-operator-v1.0.0-1}
              - {name: greeter-operator-v1.0.0-2, replaces: greeter-operator-v1.0.0-1}
            """;

    @BeforeAll
    void setUp() throws Exception {
        applyExperimentalDefinitions();
        Path first = bundle("first", "greetings", "baseline");
        Path second = bundle("second", "elsewhere", "privileged");
        createNamespace("installers");
        List<ObjectNode> objects = new ArrayList<>(render(first, Optional.empty()));
        objects.addAll(render(second, Optional.of("greetings")));
        objects.addAll(render(second, Optional.empty()));
        olm.apply(new InstallerManifest("installers", "installer").yaml(objects, Grants.OWN));
        publish("1", first);
    }

    private void applyExperimentalDefinitions() {
        Kubectl.Result applied = olm.cluster()
                .kubectl()
                .run("apply", "--server-side", "--force-conflicts", "-k", "../manifests/overlays/experimental");
        assertThat(applied.exitCode()).as(applied.output()).isZero();
    }

    private Path bundle(String name, String namespace, String security) throws IOException {
        Path copy = scratch.resolve(name);
        try (Stream<Path> files = Files.walk(SAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(SAMPLE.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Path csv = copy.resolve("manifests/greeter-operator.clusterserviceversion.yaml");
        Files.writeString(
                csv,
                Files.readString(csv)
                        .replace(
                                "  annotations:\n",
                                "  annotations:\n    operatorframework.io/suggested-namespace-template:"
                                        + " '{\"metadata\":{\"name\":\""
                                        + namespace + "\",\"labels\":{\"" + PSA + "\":\"" + security + "\"}}}'\n"));
        return copy;
    }

    /** What an account has to be allowed; {@code olm rbac} prints the same. */
    private static List<ObjectNode> render(Path directory, Optional<String> kept) {
        if (BundleReader.read(directory) instanceof BundleReading.Read(var bundle)
                && SuggestedNamespace.of(bundle, kept)
                        instanceof SuggestedNamespace.Suggestion.Usable(InstallNamespace.Managed namespace)
                && Renderer.render(
                                bundle,
                                new RenderOptions(
                                        namespace,
                                        Optional.empty(),
                                        CertificateProvider.CERT_MANAGER,
                                        Set.of(RenderFeature.USER_FACING_ROLES)))
                        instanceof RenderResult.Rendered(var objects)) {
            return objects;
        }
        throw new AssertionError(directory + " does not render");
    }

    private void publish(String release, Path bundle) throws Exception {
        String image = olm.push("olm4j/greeter-release:" + release, BundlePacker.pack(bundle));
        catalog += """
                ---
                schema: olm.bundle
                package: greeter-operator
                name: greeter-operator-v1.0.0-%1$s
                image: %2$s
                properties:
                  - {type: olm.package, value: {packageName: greeter-operator, version: 1.0.0, release: "%1$s"}}
                """.formatted(release, image);
        olm.applyCatalog("releases", catalog);
    }

    @Test
    @Order(1)
    void shouldInstallIntoTheNamespaceThatTheBundleBrings() {
        olm.apply(EXTENSION.formatted("greeter", ""));

        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(extensions.installed("greeter"))
                .hasValue(new BundleMetadata("greeter-operator-v1.0.0-1", "1.0.0", "1"));
        assertThat(namespace("greetings").getMetadata().getLabels()).containsEntry(PSA, "baseline");
        assertThat(extensions.deployments("greeter"))
                .extracting(deployment -> deployment.getMetadata().getNamespace())
                .containsOnly("greetings");
    }

    @Test
    @Order(2)
    void shouldLetTheRolesOfTheClusterUseWhatTheExtensionProvides() {
        assertThat(List.of("admin", "edit", "view", "crdview"))
                .allSatisfy(suffix -> assertThat(clusterRole(suffix)).isNotNull());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(olm.client()
                                .rbac()
                                .clusterRoles()
                                .withName("view")
                                .get()
                                .getRules())
                        .anySatisfy(rule -> assertThat(rule.getApiGroups()).contains("greeter.olm4j.io"))
                        .anySatisfy(
                                rule -> assertThat(rule.getResourceNames()).contains("greetings.greeter.olm4j.io")));
    }

    @Test
    @Order(3)
    void shouldKeepTheNamespaceWhenTheNextReleaseSuggestsAnother() throws Exception {
        publish("2", scratch.resolve("second"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(extensions.installed("greeter"))
                        .hasValue(new BundleMetadata("greeter-operator-v1.0.0-2", "1.0.0", "2")));
        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(namespace("greetings").getMetadata().getLabels()).containsEntry(PSA, "privileged");
        assertThat(olm.client().namespaces().withName("elsewhere").get()).isNull();
        assertThat(annotations())
                .containsEntry(Annotations.BUNDLE_RELEASE, "2")
                .containsEntry(Annotations.MANAGED_NAMESPACE, "greetings");
    }

    @Test
    @Order(4)
    void shouldChangeNoRevisionWhenTheControllerRestarts() {
        // given
        extensions.awaitArchived("greeter-1");
        List<String> before = revisions();
        long generation = generation();

        // when
        olm.restart();
        applyExperimentalDefinitions();
        extensions.enforceCrdUpgradeSafety("greeter", "None");

        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Extensions.condition(extensions.status("greeter"), "Progressing"))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition.observedGeneration()).isGreaterThan(generation);
                            assertThat(condition.reason()).isEqualTo("Succeeded");
                        }));
        assertThat(revisions()).isEqualTo(before);
    }

    @Test
    @Order(5)
    void shouldNotLetANamespaceBeNamedLater() {
        assertThatThrownBy(() -> olm.client()
                        .resources(ClusterExtension.class)
                        .withName("greeter")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"namespace\":\"greetings\"}}"))
                .hasMessageContaining("namespace presence is immutable");
    }

    @Test
    @Order(5)
    void shouldWaitForANamespaceThatIsNamed() {
        olm.apply(EXTENSION.formatted("waiting", "namespace: not-there"));

        extensions.awaitProgressing(
                "waiting",
                "Retrying",
                "namespace \"not-there\" not found; spec.namespace must reference an existing namespace");
        createNamespace("not-there");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(extensions.status("waiting").activeRevisions())
                        .isNotEmpty());
        extensions.delete("waiting");
    }

    @Test
    @Order(5)
    void shouldBlockAnAccountOfANamespaceThatTheBundleBrings() {
        olm.apply(EXTENSION.formatted("with-account", "serviceAccount: {name: installer}"));

        extensions.awaitProgressing(
                "with-account", "Blocked", "spec.serviceAccount.name is set, but spec.namespace is not");
        extensions.delete("with-account");
    }

    @Test
    @Order(5)
    void shouldRenderAggregatedApisThatTheApiServerTakes() {
        Path directory = Path.of("../bundle/src/test/resources/render/aggregated-apis");
        assertThat(BundleReader.read(directory)).isInstanceOfSatisfying(BundleReading.Read.class, read -> {
            var options = new RenderOptions(
                    new InstallNamespace.Existing("default"),
                    Optional.empty(),
                    CertificateProvider.SERVICE_CA,
                    Set.of(RenderFeature.API_SERVICES));
            var rendered = (RenderResult.Rendered) Renderer.render(read.bundle(), options);
            for (ObjectNode object : rendered.objects()) {
                Kubectl.Result result = olm.cluster()
                        .kubectl()
                        .runWithInput(object.toString(), "apply", "--server-side", "--dry-run=server", "-f", "-");
                assertThat(result.exitCode()).as(result.output()).isZero();
            }
        });
    }

    @Test
    @Order(6)
    void shouldDeleteNamespaceAndRolesWithTheExtension() {
        extensions.delete("greeter");

        assertThat(olm.client().namespaces().withName("greetings").get()).isNull();
        assertThat(clusterRole("view")).isNull();
    }

    @Test
    @Order(7)
    void shouldLeaveANamespaceOfTheSameNameAlone() {
        createNamespace("elsewhere");

        olm.apply(EXTENSION.formatted("greeter", ""));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(extensions.status("greeter").activeRevisions())
                        .singleElement()
                        .satisfies(revision -> assertThat(revision.conditions())
                                .anySatisfy(condition -> assertThat(condition.message())
                                        .contains("collision", "Namespace", "elsewhere"))));
        extensions.delete("greeter");
        assertThat(namespace("elsewhere").getMetadata().getDeletionTimestamp()).isNull();
        assertThat(namespace("elsewhere").getMetadata().getLabels()).doesNotContainKey(PSA);
    }

    private void createNamespace(String name) {
        olm.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private Namespace namespace(String name) {
        return olm.client().namespaces().withName(name).require();
    }

    private @Nullable ClusterRole clusterRole(String suffix) {
        return olm.client().rbac().clusterRoles().withName(ROLE + suffix).get();
    }

    private Map<String, String> annotations() {
        String revision =
                extensions.status("greeter").activeRevisions().getFirst().name();
        return olm.client()
                .resources(ClusterObjectSet.class)
                .withName(revision)
                .require()
                .getMetadata()
                .getAnnotations();
    }

    private long generation() {
        return olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .require()
                .getMetadata()
                .getGeneration();
    }

    private List<String> revisions() {
        return olm.client().resources(ClusterObjectSet.class).list().getItems().stream()
                .map(set ->
                        set.getMetadata().getName() + "@" + set.getMetadata().getResourceVersion())
                .toList();
    }
}
