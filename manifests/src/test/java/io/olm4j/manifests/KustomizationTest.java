package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kustomizations list every manifest, and the jar carries what they list. */
class KustomizationTest {

    @ParameterizedTest
    @ValueSource(strings = {"crd/", "rbac/", "policy/"})
    void shouldListEveryManifestOfAFolder(String folder) throws IOException {
        // given
        List<String> written;
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            written = files.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .filter(file -> !file.endsWith("kustomization.yaml"))
                    .toList();
        }

        // when
        List<String> listed = Manifests.files(folder);

        // then
        assertThat(listed).containsExactlyInAnyOrderElementsOf(written);
        assertThat(Manifests.files("")).containsAll(listed);
    }

    @Test
    void shouldCarryEveryListedManifestInTheJar() throws IOException {
        for (String file : Manifests.files("")) {
            try (InputStream in = Yaml.open(Manifests.ROOT + file)) {
                assertThat(in.readAllBytes()).as(file).isEqualTo(Files.readAllBytes(Path.of(file)));
            }
        }
    }

    /** The policies lie in no namespace, and have to hold wherever olm4j is installed. */
    @Test
    void shouldKnowTheSystemNamespaceInNoPolicyExpression() throws IOException {
        for (String file : Manifests.files("policy/")) {
            for (String document : Files.readString(Path.of(file)).split("\n---\n", -1)) {
                if (document.contains("kind: ValidatingAdmissionPolicy\n")) {
                    assertThat(document).as(file).doesNotContain("olmv1-system");
                }
            }
        }
    }

    /** kustomize before 5.8, as in kubectl before 1.36, passes over patterns there without a message. */
    @Test
    void shouldNameTheTargetsOfReplacementsExactly() throws IOException {
        List<String> selectors = new ArrayList<>();
        for (Path file : kustomizations()) {
            for (JsonNode replacement : Yaml.read(file).path("replacements")) {
                for (JsonNode target : replacement.path("targets")) {
                    target.path("select").forEach(value -> selectors.add(value.asText()));
                }
            }
        }

        assertThat(selectors).isNotEmpty().allMatch(value -> value.matches("[a-zA-Z0-9./-]+"));
    }

    /** kustomize before 5.4, as in kubectl 1.30, refuses a file with several patches. */
    @Test
    void shouldHaveOneDocumentInEachPatchFile() throws IOException {
        List<Path> patches = new ArrayList<>();
        for (Path file : kustomizations()) {
            for (JsonNode patch : Yaml.read(file).path("patches")) {
                if (patch.has("path")) {
                    patches.add(file.resolveSibling(patch.path("path").asText()));
                }
            }
        }

        assertThat(patches).isNotEmpty();
        for (Path patch : patches) {
            assertThat(Files.readString(patch)).as(patch.toString()).doesNotContain("\n---\n");
        }
    }

    private static List<Path> kustomizations() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(""))) {
            return files.filter(file -> file.endsWith("kustomization.yaml") && !file.startsWith("target"))
                    .toList();
        }
    }
}
