package io.olm4j.bundle.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.read.BundleDirectory;
import io.olm4j.bundle.render.SuggestedNamespace.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Renders the bundles in {@code render/<case>} and compares the objects with {@code out.yaml}. */
class RenderGoldenTest {
    private static final Path CASES = Path.of("src/test/resources/render");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    static Stream<String> cases() throws IOException {
        try (Stream<Path> directories = Files.list(CASES)) {
            return directories.map(path -> path.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldRenderAsInGoldenFileWhenOptionsFit(String name) throws IOException {
        // given
        Path directory = CASES.resolve(name);
        RegistryV1 bundle = new BundleDirectory(directory).read();

        // when
        RenderResult result = Renderer.render(bundle, options(directory, bundle));

        // then
        assertThat(result).isInstanceOf(RenderResult.Rendered.class);
        StringBuilder actual = new StringBuilder();
        for (JsonNode object : ((RenderResult.Rendered) result).objects()) {
            actual.append(YAML.writeValueAsString(object));
        }
        Path golden = directory.resolve("out.yaml");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, actual);
        }
        assertThat(actual.toString()).isEqualTo(Files.readString(golden));
    }

    private static RenderOptions options(Path directory, RegistryV1 bundle) throws IOException {
        JsonNode options = YAML.readTree(Files.readString(directory.resolve("options.yaml")));
        String provider = options.path("certificates").asText().toUpperCase(Locale.ROOT);
        Set<RenderFeature> features = EnumSet.noneOf(RenderFeature.class);
        options.path("features").forEach(feature -> features.add(RenderFeature.valueOf(feature.asText())));
        return new RenderOptions(
                namespace(options.path("installNamespace").asText(), bundle),
                Optional.of(options.path("config")).filter(JsonNode::isObject),
                CertificateProvider.valueOf(provider.replace('-', '_')),
                features);
    }

    private static InstallNamespace namespace(String given, RegistryV1 bundle) {
        return given.isEmpty()
                ? ((Suggestion.Usable) SuggestedNamespace.of(bundle, Optional.empty())).namespace()
                : new InstallNamespace.Existing(given);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldNotChangeTheBundleWhenRendered(String name) throws IOException {
        // given
        Path directory = CASES.resolve(name);
        RegistryV1 bundle = new BundleDirectory(directory).read();
        List<JsonNode> before = trees(bundle);

        // when
        RenderResult first = Renderer.render(bundle, options(directory, bundle));
        RenderResult second = Renderer.render(bundle, options(directory, bundle));

        // then
        assertThat(trees(bundle)).isEqualTo(before);
        assertThat(second).isEqualTo(first);
    }

    private static List<JsonNode> trees(RegistryV1 bundle) {
        return Stream.of(List.of(bundle.csv().tree()), bundle.crds(), bundle.others())
                .flatMap(List::stream)
                .map(JsonNode::<JsonNode>deepCopy)
                .toList();
    }
}
