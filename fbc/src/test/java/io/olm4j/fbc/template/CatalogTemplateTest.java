package io.olm4j.fbc.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.validation.CatalogValidator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for {@link CatalogTemplate}: {@code in-template.yaml} of every golden directory gives {@code out.txt}. */
class CatalogTemplateTest {
    private final TagRenderer renderer = new TagRenderer();

    static List<Path> cases() throws IOException, URISyntaxException {
        var root = Path.of(Objects.requireNonNull(CatalogTemplateTest.class.getResource("cases"))
                .toURI());
        try (Stream<Path> directories = Files.list(root)) {
            return directories.sorted().toList();
        }
    }

    private List<Meta> render(String template) throws IOException {
        return CatalogTemplate.render(
                new ByteArrayInputStream(template.getBytes(StandardCharsets.UTF_8)), "template.yaml", renderer);
    }

    private String outcome(String template) {
        try {
            return render(template).stream()
                    .map(meta -> CanonicalJson.write(meta.blob()) + "\n")
                    .collect(Collectors.joining());
        } catch (TextSyntaxException | IOException e) {
            return e.getMessage() + "\n";
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldRenderAsTheGoldenFileSays(Path directory) throws IOException {
        // Given
        var template = Files.readString(directory.resolve("in-template.yaml"));

        // When
        var outcome = outcome(template);

        // Then
        assertThat(outcome).isEqualTo(Files.readString(directory.resolve("out.txt")));
    }

    @Test
    void shouldRenderEveryImageOnceWhenSectionsShareIt() throws IOException {
        render("""
                schema: olm.semver
                stable: {bundles: [{image: "foo:1.0.0"}]}
                candidate: {bundles: [{image: "foo:1.0.0"}, {image: "foo:1.1.0"}]}
                """);

        assertThat(renderer.rendered).containsExactly("foo:1.0.0", "foo:1.1.0");
    }

    @Test
    void shouldTakeJsonIndentedWithTabs() {
        var json = "{\n\t\"schema\": \"olm.semver\",\n\t\"fast\":\t{\"bundles\": [\n\t\t{\"image\": \"foo:1.0.0\"}]}}";

        assertThat(outcome(json)).contains("\"name\":\"fast-v1.0\"");
    }

    @Test
    void shouldMakeValidCatalogsOfRandomSemverTemplates(@TempDir Path directory) throws IOException {
        var random = new Random(5);
        for (int i = 0; i < 60; i++) {
            // Given
            var template = randomTemplate(random);

            // When
            Files.writeString(directory.resolve("catalog.json"), outcome(template));

            // Then
            assertThat(CatalogValidator.validate(directory)).as(template).isEmpty();
        }
    }

    private static String randomTemplate(Random random) {
        var text = new StringBuilder("schema: olm.semver\n");
        text.append("generateMajorChannels: ").append(random.nextBoolean()).append('\n');
        text.append("generateMinorChannels: ").append(random.nextBoolean()).append('\n');
        for (var archetype : Archetype.values()) {
            text.append(archetype.key()).append(":\n  bundles:\n");
            random.ints(1 + random.nextInt(9), 0, 60)
                    .distinct()
                    .mapToObj(n -> n % 3 + "." + n / 3 % 4 + "." + n / 12 + (n % 7 == 0 ? "-rc." + n : ""))
                    .forEach(version ->
                            text.append("  - image: foo:").append(version).append('\n'));
        }
        return text.toString();
    }
}
