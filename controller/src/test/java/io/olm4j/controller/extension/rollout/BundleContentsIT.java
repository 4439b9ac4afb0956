package io.olm4j.controller.extension.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.options.Features;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.pullsecrets.AccountCredentials;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.pullsecrets.PullSecrets;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which files of pulled bundles stay on the disk, with a real registry. */
class BundleContentsIT {

    private static final Features MANAGED = new Features(false, true, false, false);
    private static final LocalCluster CLUSTER = TestCluster.shared().cluster();

    @TempDir
    Path scratch;

    private final RegistryClient registry = RegistryClient.create(RegistryOptions.defaults());
    private final PullSecrets secrets = PullSecrets.start(CLUSTER.adminClient(), PullSecretOptions.NONE, () -> {});
    private final AccountCredentials accounts = new AccountCredentials(CLUSTER.adminClient(), secrets, _ -> {});

    @AfterEach
    void close() throws IOException {
        accounts.close();
        secrets.close();
        DirectoryTree.delete(scratch.resolve("unpack"));
    }

    @Test
    void shouldDeleteTheImageAtOnceWhenTheBundleIsRefusedAfterUnpacking() throws Exception {
        // Given
        String unreadable = push("unreadable", new ImageBuilder().addFile("large", new byte[3 << 20]));
        String unsupported = push("unsupported", bundle("1.0.0", false));

        // When
        BundleContent first = load(contents(), extension("a"), unreadable);
        BundleContent second = load(contents(), extension("b"), unsupported);

        // Then
        assertThat(List.of(first, second))
                .allSatisfy(content -> assertThat(content)
                        .isInstanceOfSatisfying(
                                BundleContent.Unusable.class,
                                unusable -> assertThat(unusable.reason()).isEqualTo(Reasons.BLOCKED)));
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldKeepWhatIsInstalledAndShareItWhenANewBundleIsRefused() throws Exception {
        // Given
        String installed = push("installed", bundle("1.0.0", true));
        BundleContents contents = contents();
        assertThat(load(contents, extension("a"), installed)).isInstanceOf(BundleContent.Objects.class);
        assertThat(load(contents, extension("b"), installed)).isInstanceOf(BundleContent.Objects.class);
        List<Path> before = files();

        // When
        load(contents, extension("a"), push("refused", bundle("2.0.0", false)));

        // Then
        assertThat(files()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(before).filteredOn(file -> file.endsWith("csv.yaml")).hasSize(1);
        contents.forget("a");
        contents.forget("b");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldWaitForTheNamespaceThatIsNamedBeforeAnythingIsPulled() throws Exception {
        // Given
        String image = push("waiting", bundle("1.0.0", true));

        // When
        BundleContent before = load(contents(MANAGED, "elsewhere"::equals), extension("a"), image);
        BundleContent withoutFeature = load(contents(Features.NONE, _ -> false), extension("a"), image);

        // Then
        assertThat(before)
                .isEqualTo(new BundleContent.Unavailable(
                        "namespace \"default\" not found; spec.namespace must reference an existing namespace"));
        assertThat(withoutFeature).isInstanceOf(BundleContent.Objects.class);
    }

    @Test
    void shouldBringANamespaceOnlyWhereTheControllerLetsBundlesDoSo() throws Exception {
        // Given
        String image = push("managed", bundle("1.0.0", true));
        DesiredExtension nameless = extension("a", Optional.empty());

        // When
        BundleContent refused = load(contents(Features.NONE, _ -> true), nameless, image);
        BundleContent brought = load(contents(MANAGED, _ -> false), nameless, image);
        BundleContent kept = contents(MANAGED, _ -> false)
                .load(nameless, new Identity.Controller(), image, Optional.of("from-before"));

        // Then
        assertThat(refused)
                .isEqualTo(new BundleContent.Unusable(
                        Reasons.BLOCKED,
                        "spec.namespace is not set, and the feature gate ManagedNamespaces is off:"
                                + " create the extension anew with spec.namespace"));
        assertThat(brought).isInstanceOfSatisfying(BundleContent.Objects.class, objects -> {
            assertThat(objects.managedNamespace()).hasValue("p-system");
            assertThat(objects.objects())
                    .singleElement()
                    .hasToString("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"p-system\"}}");
        });
        assertThat(kept)
                .isInstanceOfSatisfying(
                        BundleContent.Objects.class,
                        objects -> assertThat(objects.managedNamespace()).hasValue("from-before"));
    }

    private static BundleContent load(BundleContents contents, DesiredExtension desired, String image) {
        return contents.load(desired, new Identity.Controller(), image, Optional.empty());
    }

    private List<Path> files() throws IOException {
        try (var tree = Files.walk(scratch.resolve("unpack"))) {
            return tree.filter(Files::isRegularFile).toList();
        }
    }

    private BundleContents contents() {
        return contents(Features.NONE, _ -> true);
    }

    private BundleContents contents(Features features, Predicate<String> namespaceExists) {
        var store = new ImageStore(scratch.resolve("unpack"), registry);
        return new BundleContents(
                new BundleImagePuller(store, registry, accounts),
                CertificateProvider.NONE,
                features,
                () -> false,
                namespaceExists);
    }

    private static DesiredExtension extension(String name) {
        return extension(name, Optional.of("default"));
    }

    private static DesiredExtension extension(String name, Optional<String> namespace) {
        return new DesiredExtension(
                name,
                name,
                namespace,
                Optional.empty(),
                new CatalogFilter("p", "", List.of(), null, null),
                Optional.empty(),
                true,
                Optional.empty());
    }

    /** A bundle with only the required content. */
    private static ImageBuilder bundle(String version, boolean supported) {
        String csv = """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: p.v%1$s}
                spec:
                  version: %1$s
                  installModes: [{type: AllNamespaces, supported: %2$s}]
                  install: {strategy: deployment, spec: {deployments: []}}
                """.formatted(version, supported);
        return new ImageBuilder()
                .addFile("manifests/csv.yaml", csv.getBytes(StandardCharsets.UTF_8))
                .addFile("metadata/annotations.yaml", """
                        annotations:
                          operators.operatorframework.io.bundle.mediatype.v1: registry+v1
                          operators.operatorframework.io.bundle.manifests.v1: manifests/
                          operators.operatorframework.io.bundle.metadata.v1: metadata/
                          operators.operatorframework.io.bundle.package.v1: p
                          operators.operatorframework.io.bundle.channels.v1: c
                        """.getBytes(StandardCharsets.UTF_8));
    }

    private String push(String tag, ImageBuilder image) throws Exception {
        ImageReference reference = ImageReference.parse(CLUSTER.registryHost() + "/kept/bundle:" + tag);
        try (BuiltImage built = image.build()) {
            return reference.withDigest(registry.push(reference, built)).toString();
        }
    }
}
