package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What the definitions have in common, and what {@code kubectl get} and {@code kubectl explain} show of them. */
class CustomResourceDefinitionTest {

    static final List<String> KINDS = Manifests.KINDS;

    @ParameterizedTest
    @FieldSource("KINDS")
    void shouldServeOneClusterScopedVersionWithStatus(String kind) {
        JsonNode spec = Manifests.definition(kind).path("spec");
        assertThat(spec.path("scope").asText()).isEqualTo("Cluster");
        assertThat(spec.path("versions")).hasSize(1);
        assertThat(spec.at("/versions/0/name").asText()).isEqualTo("v1");
        assertThat(spec.at("/versions/0/storage").asBoolean()).isTrue();
        assertThat(spec.at("/versions/0/subresources/status").isObject()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void shouldDescribeEveryField(String kind) {
        List<String> undescribed = new ArrayList<>();
        collectUndescribed("", Manifests.definition(kind).at("/spec/versions/0/schema/openAPIV3Schema"), undescribed);
        assertThat(undescribed).containsExactly(".metadata");
    }

    /** A new definition with such a rule is refused by Kubernetes before 1.32. */
    @Test
    void shouldHaveOnlyRulesThatKubernetes130Compiles() throws IOException {
        List<String> rules = new ArrayList<>();
        for (String folder : List.of("crd", "components")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.readAllLines(file).stream()
                            .filter(line -> line.contains("- rule:"))
                            .forEach(rules::add);
                }
            }
        }

        String library = "format\\.|\\b(isIP|ip|isCIDR|cidr)\\(";
        String reserved = "[sS]elf(\\.\\w+)*\\.(as|break|const|continue|else|false|for|function|if|import|in|let|loop"
                + "|namespace|null|package|return|true|var|void|while)\\b";
        assertThat(rules)
                .hasSizeGreaterThan(20)
                .noneMatch(rule ->
                        Pattern.compile(library + "|" + reserved).matcher(rule).find());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clustercatalog   | LastUnpacked, Serving, Reason, Age
            clusterextension | Installed Bundle, Version, Installed, Progressing, Reason, (Cluster Upgradeable), Age
            clusterobjectset | Available, Progressing, Version, Lifecycle, Age
            """)
    void shouldPrintTheColumnsOfTheOriginalAndFurtherOnesBeforeTheAge(String kind, String columns) {
        assertThat(names(Manifests.definition(kind).at("/spec/versions/0/additionalPrinterColumns")))
                .isEqualTo(columns);
    }

    @Test
    void shouldHaveADefinitionForEveryKind() {
        assertThat(Manifests.files("crd/")).hasSameSizeAs(KINDS);
    }

    private static String names(JsonNode columns) {
        return String.join(
                ", ",
                StreamSupport.stream(columns.spliterator(), false)
                        .map(column -> column.path("priority").asInt() == 0
                                ? column.path("name").asText()
                                : "(" + column.path("name").asText() + ")")
                        .toList());
    }

    private static void collectUndescribed(String path, JsonNode schema, List<String> undescribed) {
        schema.path("properties").properties().forEach(field -> {
            String child = path + "." + field.getKey();
            if (!field.getValue().has("description")) {
                undescribed.add(child);
            }
            collectUndescribed(child, field.getValue(), undescribed);
            collectUndescribed(child + "[]", field.getValue().path("items"), undescribed);
        });
    }
}
