package io.olm4j.bundle.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.BundleProperties;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.ManifestSyntaxException;
import io.olm4j.bundle.ObjectFiles;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.config.Configuration;
import io.olm4j.bundle.config.ConfigurationCheck;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.bundle.render.SuggestedNamespace;
import io.olm4j.bundle.typed.TypeMismatchException;
import io.olm4j.bundle.validate.BundleValidator;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of bundles, from their files to their objects, of their metadata, and of their configuration. */
class BundleFuzzTest {
    private static final Path CASES = Path.of("src/test/resources/render");
    private static final String[] WORDS = {
        "null",
        "{}",
        "[]",
        "- ",
        ": ",
        "\n  ",
        "&a ",
        "*a",
        "<<: ",
        "---\n",
        "kind: List\nitems:\n",
        "1e999",
        "Ki",
        "spec:\n",
        "webhookdefinitions:\n",
        "x-kubernetes-",
        "conversionCRDs",
        "AllNamespaces",
        "permissions:\n"
    };
    private static final RenderOptions OPTIONS =
            new RenderOptions("ns", Optional.empty(), CertificateProvider.CERT_MANAGER);

    @TempDir
    Path directory;

    @Test
    void shouldReadValidateAndRenderBundlesOrReportFindings() throws IOException {
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory);
        Fuzzing.from(List.of(
                        file("webhooks-cert-manager/manifests/csv.yaml"),
                        file("all-namespaces/manifests/greeter.clusterserviceversion.yaml"),
                        file("conversion-webhook/manifests/guards.crd.json")))
                .slow()
                .withWords(WORDS)
                .bytes(content -> {
                    bundle.with("manifests/fuzzed.yaml", content);
                    if (BundleReader.read(directory) instanceof BundleReading.Read(RegistryV1 read)) {
                        BundleValidator.findings(read);
                        Renderer.render(read, OPTIONS);
                    }
                });
    }

    @Test
    void shouldReadOrRefuseManifests() throws IOException {
        Fuzzing.from(List.of(
                        file("all-namespaces/manifests/others.yaml"),
                        file("conversion-webhook/manifests/guards.crd.json"),
                        "kind: RoleList\napiVersion: v1\nitems:\n- metadata: {name: a}\n".getBytes(UTF_8)))
                .slow()
                .withWords(WORDS)
                .allowing(ManifestSyntaxException.class)
                .texts(text -> ManifestParser.parse(text, new ManifestValueCount()));
    }

    @Test
    void shouldReadMetadataOrReportFindings() {
        BundleDirectory annotated =
                BundleDirectory.ofGreeter(directory.resolve("a")).withCsv("");
        BundleDirectory others =
                BundleDirectory.ofGreeter(directory.resolve("b")).withCsv("");
        Fuzzing.from("""
                annotations:
                  operators.operatorframework.io.bundle.package.v1: greeter
                  operators.operatorframework.io.bundle.channels.v1: a,b
                  com.redhat.openshift.versions: "v4.12-v4.15"
                """, """
                properties:
                - type: olm.maxOpenShiftVersion
                  value: "4.18"
                - {type: olm.package, value: {packageName: greeter, version: 1.0.0}}
                dependencies:
                - type: olm.gvk
                  value: {group: g, kind: K, version: v1}
                """)
                .slow()
                .withWords(WORDS)
                .withWords("annotations:\n", "properties:\n", "dependencies:\n", "type: ", "value: ")
                .bytes(content -> {
                    annotated.with("metadata/annotations.yaml", content);
                    BundleSourceReader.read(annotated.root());
                    others.with("metadata/properties.yaml", content).with("metadata/dependencies.yaml", content);
                    BundleSourceReader.read(others.root());
                });
    }

    @Test
    void shouldSuggestANamespaceOrSayWhyNot() {
        Fuzzing.from(
                        "{\"metadata\":{\"name\":\"a-system\",\"labels\":{\"a\":\"b\"},\"annotations\":{\"c\":\"d\"}}}",
                        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"x\"},\"spec\":{}}",
                        "a-package")
                .withWords("\"metadata\":{", "\"name\":", "\"labels\":{", "-", "a-", "{}", "[]")
                .texts(text -> {
                    SuggestedNamespace.of(annotated(text, "greeter"), Optional.empty());
                    assertThat(SuggestedNamespace.of(annotated("", "a" + text), Optional.empty()))
                            .isInstanceOf(SuggestedNamespace.Suggestion.Usable.class);
                });
    }

    private static RegistryV1 annotated(String template, String packageName) {
        ObjectNode csv = JsonNodeFactory.instance.objectNode();
        csv.withObject("/metadata/annotations").put("operatorframework.io/suggested-namespace-template", template);
        return new RegistryV1(packageName, new Csv(csv), List.of(), List.of(), Map.of(), new ObjectFiles(), List.of());
    }

    @Test
    void shouldMergeOrRefuseProperties() {
        Fuzzing.from("[{\"type\":\"olm.gvk\",\"value\":{\"group\":\"g\",\"n\":[1,1.50,\"\\u00e9\"]}},{\"type\":\"a\"}]")
                .withWords("\"type\":", "\"value\":", "{}", "[]", "null")
                .allowing(ManifestSyntaxException.class)
                .texts(text -> BundleProperties.ofAnnotation(text));
    }

    @Test
    void shouldCheckConfigurations() {
        Fuzzing.from("""
            watchNamespace: a
            userFacingRoles: true
            deploymentConfig:
              nodeSelector: {a: b}
              env: [{name: A, value: b}]
              resources: {limits: {cpu: 100m, memory: 1.5Gi}}
              tolerations: [{key: k, operator: Exists, tolerationSeconds: 5}]
              affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}
            """)
                .slow()
                .withWords(WORDS)
                .allowing(ManifestSyntaxException.class)
                .allowing(TypeMismatchException.class)
                .texts(text -> {
                    JsonNode config = BundleYaml.document(text);
                    if (ConfigurationCheck.problem(config, EnumSet.allOf(InstallMode.class), "ns")
                            .isEmpty()) {
                        Configuration.of(config);
                    }
                });
    }

    private static byte[] file(String name) throws IOException {
        return Files.readAllBytes(CASES.resolve(name));
    }
}
