package io.olm4j.cli.pack;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of {@code olm bundle pack} and {@code olm catalog build}; the way into a registry is tested where a registry
 * is.
 */
class PackTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private Path catalog(String content) throws IOException {
        Path catalog = Files.createDirectories(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.yaml"), content);
        return catalog;
    }

    private Path bundle() throws IOException {
        Path bundle = directory.resolve("bundle");
        Files.createDirectories(bundle.resolve("manifests"));
        Files.createDirectories(bundle.resolve("metadata"));
        Files.writeString(bundle.resolve("manifests/csv.yaml"), """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: foo.v1.0.0}
                spec: {version: 1.0.0, install: {strategy: deployment}}
                """);
        Files.writeString(bundle.resolve("metadata/annotations.yaml"), """
                annotations: {operators.operatorframework.io.bundle.package.v1: foo}
                """);
        return bundle;
    }

    @Test
    void shouldBuildTheSameImageOfACatalogEveryTime() throws IOException {
        String catalog = catalog("schema: custom\n").toString();

        CommandRun one = olm("catalog", "build", catalog, "oci:" + directory.resolve("one") + ":v1");
        CommandRun two = olm("catalog", "build", catalog, "oci:" + directory.resolve("two"));

        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.out()).matches("oci:" + directory.resolve("one") + "@sha256:[0-9a-f]{64}\n");
        assertThat(two.out()).isEqualTo(one.out().replace("/one@", "/two@"));
        assertThat(directory.resolve("one/index.json"))
                .content()
                .contains("\"org.opencontainers.image.ref.name\":\"v1\"");
    }

    @Test
    void shouldPackABundle() throws IOException {
        CommandRun run = olm("bundle", "pack", bundle().toString(), "oci:" + directory.resolve("out"));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).matches("oci:" + directory.resolve("out") + "@sha256:[0-9a-f]{64}\n");
    }

    @Test
    void shouldNotBuildACatalogWithoutContent() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));

        CommandRun run = olm("catalog", "build", empty.toString(), "oci:" + directory.resolve("out"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: " + empty + " has no catalog files");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void shouldNotBuildACatalogThatIsNotValid() throws IOException {
        Path catalog = catalog("schema: olm.package\n");

        CommandRun run = olm("catalog", "build", catalog.toString(), "oci:" + directory.resolve("out"));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        1, "", "olm: " + catalog + "/catalog.yaml:1: config contains package with no name\n"));
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "catalog build CATALOG foo:latest | repository name must be canonical",
                "catalog build CATALOG oci: | names no directory",
                "catalog build CATALOG oci:OUT: | names no tag",
                "catalog build CATALOG oci:OUT:v1+2 | names no tag",
                "bundle pack CATALOG oci:OUT:.v1 | names no tag",
                "catalog build CATALOG/nothing oci:OUT | no such file or directory",
                "catalog build CATALOG oci:CATALOG | is not empty and holds no OCI layout; name another directory",
                "bundle pack CATALOG oci:OUT | is not a registry+v1 bundle"
            })
    void shouldSayWhatIsWrong(String arguments, String problem) throws IOException {
        String catalog = catalog("schema: custom\n").toString();

        CommandRun run = olm(arguments
                .replace("CATALOG", catalog)
                .replace("OUT", directory.resolve("out").toString())
                .split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("olm: ").contains(problem).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"catalog, build", "bundle, pack"})
    void shouldNotTakeAnEmptyNameForTheCurrentDirectory(String group, String command) {
        CommandRun run = olm(group, command, "", "oci:" + directory.resolve("out"));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: the name of the directory is empty: name the directory to build the image from\n"));
        assertThat(directory.resolve("out")).doesNotExist();
    }
}
