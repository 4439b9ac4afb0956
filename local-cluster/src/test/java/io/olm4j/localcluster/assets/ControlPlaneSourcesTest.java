package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link ControlPlaneSources}. */
class ControlPlaneSourcesTest {

    private final ControlPlaneSources sources = ControlPlaneSources.embedded();

    @Test
    void shouldHoldEveryFileWhenTheModuleIsOnTheClassPath() throws IOException {
        // Given
        List<String> files;
        try (Stream<Path> module = Files.list(Path.of("control-plane"))) {
            files = module.map(file -> file.getFileName().toString()).toList();
        }

        // Then
        assertThat(sources.files()).containsOnlyKeys(files);
    }

    @Test
    void shouldKeepTheKeyWhenNothingChanges() {
        assertThat(ControlPlaneSources.embedded().key("linux-amd64")).isEqualTo(sources.key("linux-amd64"));
    }

    @Test
    void shouldChangeTheKeyWhenASourceChanges() {
        // Given
        Map<String, String> files = new HashMap<>(sources.files());
        files.merge("main.go", "\n// changed\n", String::concat);

        // When
        String key = new ControlPlaneSources(files, sources.kwokVersion()).key("linux-amd64");

        // Then
        assertThat(key).isNotEqualTo(sources.key("linux-amd64"));
    }

    @Test
    void shouldChangeTheKeyWhenKwokOrThePlatformChanges() {
        assertThat(List.of(
                        sources.key("linux-amd64"),
                        sources.key("linux-arm64"),
                        new ControlPlaneSources(sources.files(), "v0.8.1").key("linux-amd64")))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldGiveTheBinaryTheVersionThatGoModRequires() {
        assertThat(sources.linkerFlags())
                .contains("version.gitVersion=v1.36.3", "version.gitMajor=1", "version.gitMinor=36");
    }
}
