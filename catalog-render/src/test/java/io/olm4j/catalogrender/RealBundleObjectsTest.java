package io.olm4j.catalogrender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Renders real bundles and compares them with what the original wrote of them into a real catalog. */
class RealBundleObjectsTest {
    private static final Path DATA = Path.of("../../shared/data");

    @Test
    void shouldStateWhatThePublishedCatalogStates() throws IOException {
        // Given
        assumeTrue(
                Files.isDirectory(DATA),
                "skipped: there is no real data in " + DATA.toAbsolutePath().normalize());
        Map<String, ObjectNode> published = new HashMap<>();
        new CatalogReader().readDirectory(DATA.resolve("catalogs/community-v4.17"), meta -> {
            if (meta.schema().equals(Schemas.BUNDLE)) {
                published.put(meta.packageName() + "/" + meta.name(), meta.blob());
            }
        });

        // When
        Map<String, ObjectNode> rendered = new HashMap<>();
        try (Stream<Path> bundles = Files.find(DATA.resolve("bundles"), 3, (path, _) -> BundleRoot.isBundle(path))) {
            bundles.forEach(bundle -> add(rendered, bundle));
        }

        // Then
        assertThat(rendered).hasSize(81);
        rendered.keySet().retainAll(published.keySet());
        assertThat(rendered).hasSize(67).allSatisfy((name, bundle) -> {
            JsonNode known = Objects.requireNonNull(published.get(name));
            assertThat(statedProperties(bundle)).isEqualTo(statedProperties(known));
            assertThat(relatedImages(bundle, known)).isEqualTo(relatedImages(known, known));
        });
    }

    private static void add(Map<String, ObjectNode> rendered, Path bundle) {
        Meta meta = Meta.of(new BundleRoot(bundle).render("").blob(), new Location("bundle", 1));
        rendered.put(meta.packageName() + "/" + meta.name(), meta.blob());
    }

    private static List<String> statedProperties(JsonNode bundle) {
        return bundle.path("properties")
                .valueStream()
                .filter(property ->
                        !PropertyTypes.isManifestData(property.path("type").asText()))
                .map(property -> CanonicalJson.write(property))
                .toList();
    }

    /** The bundle's own image aside, which a directory does not have. */
    private static List<String> relatedImages(JsonNode bundle, JsonNode published) {
        return bundle.path("relatedImages")
                .valueStream()
                .filter(image -> !image.path("image").equals(published.path("image")))
                .map(image -> CanonicalJson.write(image))
                .sorted()
                .toList();
    }
}
