package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BillOfMaterialsTest {

    private static final List<String> JARS =
            List.of("netty-common-4.2.jar", "olm4j-cli-1.0.jar", "tcnative-2.0-linux-x86_64.jar");

    @TempDir
    private Path directory;

    private Path made = Path.of("");
    private Distribution distribution = new Distribution(DistributionPlatform.X64, Path.of(""));

    /** What the plugin of Maven makes, in short: it names the jars of all platforms. */
    @BeforeEach
    void make() throws IOException {
        made = Files.writeString(directory.resolve("made.json"), """
                {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": "urn:uuid:1",
                 "metadata": {"component": {"name": "olm4j-cli", "version": "1.0", "bom-ref": "cli"}},
                 "components": [
                  {"name": "netty-common", "version": "4.2", "bom-ref": "common",
                   "hashes": [{"alg": "MD5", "content": "0"}, {"alg": "SHA-256", "content": "0"}]},
                  {"name": "tcnative", "version": "2.0", "bom-ref": "x64",
                   "purl": "pkg:maven/io.netty/tcnative@2.0?classifier=linux-x86_64&type=jar"},
                  {"name": "tcnative", "version": "2.0", "bom-ref": "arm",
                   "purl": "pkg:maven/io.netty/tcnative@2.0?classifier=linux-aarch_64&type=jar"}],
                 "dependencies": [
                  {"ref": "cli", "dependsOn": ["common", "x64", "arm"]},
                  {"ref": "arm", "dependsOn": []}]}
                """);
        Path root = directory.resolve("olm4j-1.0-linux-x64");
        distribution = new Distribution(DistributionPlatform.X64, root);
        Files.createDirectories(root.resolve("lib"));
        Files.createDirectory(distribution.runtime());
        for (String jar : JARS) {
            Files.writeString(root.resolve("lib").resolve(jar), jar);
        }
        Files.write(distribution.classPath(), JARS);
        Files.writeString(distribution.buildId(), "0123\n");
        Files.writeString(distribution.runtime().resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        Files.writeString(root.resolve(ThirdParty.FILE), """
                netty-common | io.netty | Apache-2.0 | JCTools (Apache-2.0), SLF4J (MIT)
                tcnative     | io.netty | Apache-2.0 | -
                """);
    }

    private JsonNode written() throws IOException {
        BillOfMaterials.read(made, made).write(distribution);
        Path beside = directory.resolve("olm4j-1.0-linux-x64.cdx.json");
        assertThat(distribution.directory().resolve("olm4j.cdx.json")).hasSameBinaryContentAs(beside);
        return new ObjectMapper().readTree(beside.toFile());
    }

    @Test
    void shouldNameTheJarsOfTheDistributionAndItsRuntime() throws Exception {
        JsonNode bill = written();

        assertThat(bill.path("components").findValuesAsText("bom-ref")).containsExactly("common", "x64", "runtime");
        JsonNode runtime = bill.path("components").path(2);
        assertThat(runtime.path("name").asText()).isEqualTo("OpenJDK");
        assertThat(runtime.path("version").asText()).isEqualTo("25.0.3");
        assertThat(bill.path("dependencies").toString())
                .isEqualTo("[{\"ref\":\"cli\",\"dependsOn\":[\"common\",\"x64\"]}]");
        assertThat(bill.path("serialNumber").asText()).matches("urn:uuid:[0-9a-f-]{36}");
    }

    @Test
    void shouldHaveTheHashesOfTheJarsInIt() throws Exception {
        JsonNode bill = written();

        assertThat(bill.path("components").path(0).path("hashes").toString()).isEqualTo(hash("netty-common-4.2.jar"));
        assertThat(bill.at("/metadata/component/hashes").toString()).isEqualTo(hash("olm4j-cli-1.0.jar"));
    }

    private String hash(String jar) throws Exception {
        byte[] content =
                Files.readAllBytes(distribution.directory().resolve("lib").resolve(jar));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
        return "[{\"alg\":\"SHA-256\",\"content\":\"" + HexFormat.of().formatHex(hash) + "\"}]";
    }

    @Test
    void shouldNameCodeOfOthersInAJar() throws Exception {
        JsonNode parts = written().path("components").path(0).path("components");

        assertThat(StreamSupport.stream(parts.spliterator(), false))
                .extracting(part -> part.path("name").asText() + " "
                        + part.at("/licenses/0/license/id").asText())
                .containsExactly("JCTools Apache-2.0", "SLF4J MIT");
    }

    @Test
    void shouldFailWhenItLacksAJar() throws Exception {
        Files.write(distribution.classPath(), List.of("netty-common-4.2.jar", "other-1.0.jar"));

        assertThatThrownBy(() -> BillOfMaterials.read(made, made).write(distribution))
                .isInstanceOf(DistException.class)
                .hasMessageStartingWith("the bill of materials lacks other-1.0.jar: run mvn clean");
    }

    @Test
    void shouldFailWhenItIsNotThere() {
        assertThatThrownBy(() -> BillOfMaterials.read(directory.resolve("none"), made))
                .isInstanceOf(DistException.class)
                .hasMessageEndingWith("is not there: run Maven without -o, and with the module cli");
    }

    @Test
    void shouldFailWhenItIsOlderThanTheJar() throws Exception {
        Path jar = Files.createFile(directory.resolve("olm4j-cli-1.0.jar"));
        Files.setLastModifiedTime(made, FileTime.fromMillis(1000));

        assertThatThrownBy(() -> BillOfMaterials.read(made, jar))
                .isInstanceOf(DistException.class)
                .hasMessageEndingWith("is older than olm4j-cli-1.0.jar: run Maven without -o, and with the module cli");
    }
}
