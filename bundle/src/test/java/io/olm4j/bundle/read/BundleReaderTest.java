package io.olm4j.bundle.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.ImageLabels;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleReaderTest {
    @TempDir
    Path directory;

    @Test
    void shouldExposeWhatAControllerNeedsWhenBundleIsRead() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("""
                        version: 1.0.0-rc.1+3
                        installModes:
                        - {type: SingleNamespace, supported: true}
                        - {type: OwnNamespace, supported: true}
                        - {type: AllNamespaces, supported: false}
                        """)
                .with("metadata/properties.yaml", "properties: [{type: olm.maxOpenShiftVersion, value: '4.20'}]");

        // when
        RegistryV1 read = bundle.read();

        // then
        assertThat(read.packageName()).isEqualTo("greeter");
        assertThat(read.csv().name()).isEqualTo("greeter.v1.0.0");
        assertThat(read.csv().tree().at("/spec/version").asText()).isEqualTo("1.0.0-rc.1+3");
        assertThat(read.csv().installModes()).containsExactly(InstallMode.OWN_NAMESPACE, InstallMode.SINGLE_NAMESPACE);
        assertThat(read.csv().olmProperties()).hasValue("[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.20\"}]");
        assertThat(read.csv().annotations()).containsOnlyKeys("olm.properties");
    }

    @Test
    void shouldFlattenListsAndDocumentsWhenAFileHoldsSeveralObjects() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/more.yaml", """
                        # a comment
                        apiVersion: v1
                        kind: ConfigMapList
                        items:
                        - metadata: {name: inherits-its-kind}
                        - {apiVersion: v1, kind: Secret, metadata: {name: has-a-kind}}
                        ---
                        ---
                        {apiVersion: v1, kind: Service, metadata: {name: in-yaml}}
                        """)
                .with("manifests/more.json", """
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "in-json"}}
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "behind-it"}}
                        """);

        // when
        RegistryV1 read = bundle.read();

        // then
        assertThat(read.others())
                .extracting(RegistryV1::describe)
                .containsExactly(
                        "Service \"in-json\"",
                        "Service \"behind-it\"",
                        "ConfigMap \"inherits-its-kind\"",
                        "Secret \"has-a-kind\"",
                        "Service \"in-yaml\"");
    }

    @Test
    void shouldReadYamlLikeGoWhenScalarsArePlain() {
        // given
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/map.yaml", """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: scalars}
                        data: {a: yes, n: 1, b: 017, c: 1_000, d: 1e3, e: 2020-01-01, f: 1:20, g: 1.10, h: !!binary aGk=}
                        """);

        // when
        RegistryV1 read = bundle.read();

        // then
        assertThat(read.others().getFirst().path("data").toString())
                .isEqualTo("{\"a\":true,\"false\":1,\"b\":15,\"c\":1000,\"d\":1000,\"e\":\"2020-01-01\",\"f\":\"1:20\","
                        + "\"g\":1.1,\"h\":\"hi\"}");
    }

    @Test
    void shouldReportMissingFilesWhenDirectoryIsEmpty() {
        assertThat(new BundleDirectory(directory).findings())
                .containsExactly(
                        new Finding(
                                "metadata/annotations.yaml",
                                "",
                                "the bundle has no file \"metadata/annotations.yaml\""),
                        new Finding("manifests", "", "the bundle has no folder \"manifests\""));
    }

    @Test
    void shouldReportNoCsvWhenManifestsHaveNone() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .with("manifests/map.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .containsExactly("no ClusterServiceVersion found in \"manifests\"");
    }

    @Test
    void shouldReportSubdirectoryWhenManifestsAreNotFlat() {
        // given
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/crds/a.yaml", "{}");

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .containsExactly("subdirectories are not allowed within the \"manifests\" directory of the bundle image"
                        + " filesystem: found \"manifests/crds\"");
    }

    @Test
    void shouldReportEveryFileWhenSeveralAreBroken() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/b.yaml", "a: [")
                .with("manifests/c.yaml", new byte[] {'a', ':', ' ', (byte) 0xC3, (byte) 0x28})
                .with("manifests/d.yaml", "- just a list")
                .with("manifests/e.yaml", "{apiVersion: v1, metadata: {name: no-kind}}");

        // when
        List<Finding> findings = bundle.findings();

        // then
        assertThat(findings)
                .extracting(Finding::file)
                .containsExactly("manifests/b.yaml", "manifests/c.yaml", "manifests/d.yaml", "manifests/e.yaml");
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.message())
                        .contains(finding.file())
                        .doesNotContain("Exception")
                        .doesNotContain("\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    install: {spec: {deployments: [{name: d, spec: {replicas: two}}]}} | spec.install.spec.deployments[0].spec.replicas: wants an integer, got a string
                    install: {spec: {deployments: [{name: d, spec: {replicas: 5000000000}}]}} | spec.install.spec.deployments[0].spec.replicas: wants an integer from -2147483648 to 2147483647, got 5000000000
                    install: {spec: {permissions: {}}} | spec.install.spec.permissions: wants a list, got an object
                    install: deployment | spec.install: wants an object, got a string
                    version: latest | spec.version: wants a semantic version like 1.2.3, got "latest": Invalid character(s) found in major number "latest"
                    release: 1..2 | spec.release: wants a release like 2 or 1.rc, got "1..2"
                    release: "01" | spec.release: wants a release like 2 or 1.rc, got "01"
                    webhookdefinitions: [{containerPort: 1.5}] | spec.webhookdefinitions[0].containerPort: wants an integer, got the number 1.5
                    labels: {a: 1} | spec.labels["a"]: wants a string, got the number 1
                    """)
    void shouldNameFileObjectAndFieldWhenAValueHasTheWrongType(String field, String problem) {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .with("manifests/csv.yaml", "kind: ClusterServiceVersion\nmetadata: {name: g}\nspec: {" + field + "}");

        // when / then
        assertThat(bundle.findings())
                .containsExactly(new Finding(
                        "manifests/csv.yaml",
                        "ClusterServiceVersion \"g\"",
                        "error parsing objects in \"manifests/csv.yaml\": ClusterServiceVersion \"g\": " + problem));
    }

    @ParameterizedTest
    @CsvSource({"v1.2.3, 1.2.3", "'1.4', 1.4.0", "' 01.2.3', 1.2.3", "1.2.3-rc.1+b, 1.2.3-rc.1+b"})
    void shouldReadTheVersionAsTolerantlyAsTheOriginal(String version, String read) {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .with(
                        "manifests/csv.yaml",
                        "kind: ClusterServiceVersion\nmetadata: {name: g}\nspec: {version: '" + version + "'}");

        // when / then
        assertThat(bundle.read().csv().tree().at("/spec/version").asText()).isEqualTo(read);
    }

    @Test
    void shouldRefuseMalformedPropertiesInTheAnnotationAlsoWithoutTheFile() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .with(
                        "manifests/csv.yaml",
                        "kind: ClusterServiceVersion\nmetadata: {name: g, annotations: {olm.properties: nope}}\n"
                                + "spec: {}");

        // when / then
        assertThat(bundle.findings())
                .containsExactly(new Finding(
                        "manifests/csv.yaml",
                        "ClusterServiceVersion \"g\"",
                        "failed to unmarshal csv.metadata.annotations['olm.properties']: the annotation"
                                + " olm.properties is not valid JSON"));
    }

    @Test
    void shouldNameObjectWhenMetadataOfAnyObjectIsMalformed() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/map.yaml", "{kind: ConfigMap, metadata: {name: a, labels: {b: 1}}}");

        // when / then
        assertThat(bundle.findings())
                .containsExactly(new Finding(
                        "manifests/map.yaml",
                        "ConfigMap \"a\"",
                        "error parsing objects in \"manifests/map.yaml\": ConfigMap \"a\": metadata.labels[\"b\"]:"
                                + " wants a"
                                + " string, got the number 1"));
    }

    @Test
    void shouldReportSizeWhenAFileIsTooLarge() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory).withCsv("description: " + "x".repeat(10_000_000));

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .containsExactly("\"manifests/csv.yaml\" is larger than 8 MiB");
    }

    @Test
    void shouldReportAliasBombWhenAliasesMultiply() {
        // given
        StringBuilder bomb = new StringBuilder("kind: ConfigMap\na0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [%s]\n"
                    .formatted(
                            i,
                            i,
                            String.join(
                                    ", ",
                                    List.of(("*a" + (i - 1) + " ")
                                            .repeat(9)
                                            .strip()
                                            .split(" ")))));
        }
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/bomb.yaml", bomb.toString());

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .singleElement()
                .asString()
                .startsWith("error parsing objects in \"manifests/bomb.yaml\"")
                .endsWith("aliases repeat too much of the document");
    }

    @Test
    void shouldReportTooManyValuesWhenTheManifestsHaveThemTogether() {
        // given
        String many = "{\"kind\":\"ConfigMap\",\"x\":[" + "{},".repeat(300_000) + "{}]}";
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/one.json", many)
                .with("manifests/two.json", many);

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .containsExactly(
                        "error parsing objects in \"manifests/two.json\": the manifests of the bundle have more"
                                + " than 500000 lists, objects and values");
    }

    @Test
    void shouldStopAtTheDocumentThatHasTooManyValues() {
        // given: a document that is not valid comes after it
        String many = "kind: ConfigMap\nx: [" + "a,".repeat(300_000) + "a]\n---\n";
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/many.yaml", many.repeat(2) + "x: [");

        // when / then
        assertThat(bundle.findings())
                .extracting(Finding::message)
                .containsExactly(
                        "error parsing objects in \"manifests/many.yaml\": the manifests of the bundle have more"
                                + " than 500000 lists, objects and values");
    }

    @Test
    void shouldReportNestingWhenADocumentIsTooDeep() {
        // given
        String deep = "{\"kind\":\"ConfigMap\",\"data\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/deep.json", deep);

        // when / then
        assertThat(bundle.findings()).extracting(Finding::file).containsExactly("manifests/deep.json");
    }

    @Test
    void shouldNotTakeAFailureOfTheDiskForContent() throws Exception {
        // given: a link to itself is there, but cannot be opened
        Path root = directory.resolve("ring");
        Files.createSymbolicLink(root, root);
        // when
        BundleReading reading = BundleReader.read(root);
        // then
        assertThat(reading).isInstanceOfSatisfying(BundleReading.Unreadable.class, unreadable -> {
            assertThat(unreadable.diskFailed()).isTrue();
            assertThat(unreadable.findings())
                    .extracting(Finding::message)
                    .hasSize(2)
                    .allMatch(
                            message -> message.matches("\"(metadata/annotations.yaml|manifests)\" cannot be read: .+"));
        });
    }

    @Test
    void shouldTakeWhatIsNoDirectoryForContent() throws Exception {
        // given: one folder is a file, the other one a link to itself
        Files.writeString(directory.resolve("metadata"), "");
        Files.createSymbolicLink(directory.resolve("manifests"), directory.resolve("manifests"));
        // when
        BundleReading reading = BundleReader.read(directory);
        BundleReading ofAFile = BundleReader.read(directory.resolve("metadata"));
        // then
        assertThat(reading).isInstanceOfSatisfying(BundleReading.Unreadable.class, unreadable -> {
            assertThat(unreadable.diskFailed()).isFalse();
            assertThat(unreadable.message()).startsWith("the bundle has no file \"metadata/annotations.yaml\"");
        });
        assertThat(ofAFile).isInstanceOfSatisfying(BundleReading.Unreadable.class, unreadable -> {
            assertThat(unreadable.diskFailed()).isFalse();
            assertThat(unreadable.message())
                    .isEqualTo("the bundle has no file \"metadata/annotations.yaml\"\n"
                            + "the bundle has no folder \"manifests\"");
        });
    }

    @Test
    void shouldRefuseLinkWhenItLeavesTheBundle() throws Exception {
        // given
        Path bundle = Files.createDirectory(directory.resolve("bundle"));
        Path outside = Files.writeString(directory.resolve("secret.yaml"), "kind: Secret");
        BundleDirectory.ofGreeter(bundle).withCsv("");
        Files.createSymbolicLink(bundle.resolve("manifests/link.yaml"), outside);

        // when / then
        assertThat(new BundleDirectory(bundle).findings())
                .extracting(Finding::message)
                .containsExactly("\"manifests/link.yaml\" is not a regular file");
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993, 9007199254740993",
        "-9223372036854775808, -9223372036854775808",
        "9223372036854775807, 9223372036854775807",
        "0x7fffffffffffffff, 9223372036854775807",
        "9223372036854775808, 9.223372036854776E18",
        "1e3, 1000",
        "1.50, 1.5"
    })
    void shouldKeepIntegersOf64BitsWhenTheyAreInFreeFormParts(String written, String read) {
        // given
        String object = "{\"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}, \"value\": " + written + "}";
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/a.yaml", "kind: ConfigMap\nmetadata: {name: a}\nvalue: " + written)
                .with("manifests/b.json", written.startsWith("0x") ? object.replace(written, read) : object);

        // when
        RegistryV1 result = bundle.read();

        // then
        assertThat(result.others())
                .hasSize(2)
                .allSatisfy(other ->
                        assertThat(other.path("value").decimalValue()).isEqualByComparingTo(new BigDecimal(read)));
    }

    @Test
    void shouldKeepIntegersOfPropertiesAndDefaultsWhenTheyAreLarge() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("metadata/properties.yaml", "properties: [{type: t, value: 9007199254740993}]")
                .with("manifests/crd.yaml", """
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata: {name: a.example.com}
                        spec:
                          versions: [{name: v1, schema: {openAPIV3Schema: {default: 9007199254740993}}}]
                        """);

        // when
        RegistryV1 result = bundle.read();

        // then
        assertThat(result.csv().olmProperties()).hasValue("[{\"type\":\"t\",\"value\":9007199254740993}]");
        assertThat(result.crds()
                        .getFirst()
                        .at("/spec/versions/0/schema/openAPIV3Schema/default")
                        .toString())
                .isEqualTo("9007199254740993");
    }

    @Test
    void shouldReadAnyKeyAtTheTopWhenAnObjectIsNoCatalogObject() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with(
                        "manifests/a.yaml",
                        "{kind: ConfigMap, metadata: {name: a}, name: 1, schema: {}, Data: 1, data: 2}");

        // when / then
        assertThat(bundle.read().others()).hasSize(1);
    }

    @Test
    void shouldReportDocumentWithoutKindWhenItIsAnEmptyObject() {
        // given
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("manifests/a.yaml", "---\n# nothing\n---\n{}\n");

        // when / then
        assertThat(bundle.findings())
                .containsExactly(new Finding(
                        "manifests/a.yaml",
                        "",
                        "error parsing objects in \"manifests/a.yaml\": an object has no kind"));
    }

    @Test
    void shouldWarnOfInstallModesThatDoNotExist() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("installModes: [{type: AllNamespaces, supported: true}, {type: Everywhere, supported: true}]");

        // when
        RegistryV1 result = bundle.read();

        // then
        assertThat(result.csv().installModes()).containsExactly(InstallMode.ALL_NAMESPACES);
        assertThat(result.warnings())
                .containsExactly(new Finding(
                        "manifests/csv.yaml",
                        "ClusterServiceVersion \"greeter.v1.0.0\"",
                        "the install mode \"Everywhere\" does not exist and has no effect; there are AllNamespaces,"
                                + " MultiNamespace, OwnNamespace and SingleNamespace"));
    }

    @Test
    void shouldTakeTheLastCsvWhenThereAreTwo() {
        // given
        BundleDirectory bundle = BundleDirectory.ofGreeter(directory)
                .withCsv("")
                .with("manifests/other.yaml", "{kind: ClusterServiceVersion, metadata: {name: last}}");

        // when
        RegistryV1 read = bundle.read();

        // then
        assertThat(read.csv().name()).isEqualTo("last");
        assertThat(read.warnings())
                .containsExactly(new Finding(
                        "manifests/csv.yaml",
                        "ClusterServiceVersion \"greeter.v1.0.0\"",
                        "ClusterServiceVersion \"greeter.v1.0.0\" is not used, because \"manifests/other.yaml\" has"
                                + " another ClusterServiceVersion, and the last one counts; remove one of them"));
    }

    @Test
    void shouldLabelImagesWithItsAnnotationsWhenBundleIsPacked() {
        // given
        BundleDirectory bundle =
                BundleDirectory.ofGreeter(directory).withCsv("").with("metadata/annotations.yaml", """
                annotations:
                  operators.operatorframework.io.bundle.package.v1: greeter
                  operators.operatorframework.io.bundle.channels.v1: stable,candidate
                  com.redhat.openshift.versions: v4.17
                """);

        // when / then
        assertThat(ImageLabels.of(bundle.read()))
                .containsEntry("operators.operatorframework.io.bundle.package.v1", "greeter")
                .containsEntry("operators.operatorframework.io.bundle.channels.v1", "stable,candidate")
                .containsEntry("operators.operatorframework.io.bundle.manifests.v1", "manifests/")
                .containsEntry("operators.operatorframework.io.bundle.metadata.v1", "metadata/")
                .containsEntry("operators.operatorframework.io.bundle.mediatype.v1", "registry+v1")
                .hasSize(5);
    }
}
