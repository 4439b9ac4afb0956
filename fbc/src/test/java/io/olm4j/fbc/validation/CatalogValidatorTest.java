package io.olm4j.fbc.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link CatalogValidator}: a case file for every rule, see {@link ValidationCase}. */
class CatalogValidatorTest {
    @TempDir
    Path directory;

    private List<String> findings() throws IOException {
        return CatalogValidator.validate(directory).stream()
                .map(CatalogFinding::toString)
                .toList();
    }

    static List<ValidationCase> cases() throws IOException {
        return ValidationCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindWhatTheCaseExpects(ValidationCase example) throws IOException {
        Files.writeString(directory.resolve("catalog.yaml"), example.catalog());

        assertThat(findings()).isEqualTo(example.expected());
    }

    @Test
    void shouldReportFindingsOfAllFilesInTheirOrder() throws IOException {
        Files.writeString(directory.resolve("a.yaml"), "schema: olm.package\nname: a.b\n---\n- x\n");
        Files.writeString(directory.resolve("b.yaml"), "schema: olm.bundle\nname: b\npackage: a\nproperties: 12\n");
        Files.writeString(directory.resolve("c.yaml"), "schema: olm.bundle\nname: c\npackage: a\nimage: 'A B'\n");

        assertThat(findings())
                .containsExactly(
                        "a.yaml:4: a catalog consists of objects, but this is a list",
                        "b.yaml:1: package \"a\" → bundle \"b\": properties must be a list, not a number",
                        "c.yaml:1: package \"a\" → bundle \"c\": must have exactly 1 \"olm.package\" property, found 0",
                        "c.yaml:1: package \"a\" → bundle \"c\": image: invalid image pull spec \"A B\"");
    }

    @Test
    void shouldSayWhereInTheTreeAFindingBelongs() throws IOException {
        Files.writeString(directory.resolve("a.yaml"), """
                {schema: olm.package, name: a, defaultChannel: c}
                ---
                {schema: olm.channel, package: a, name: c, entries: [{name: "b\\u0001", skipRange: x}]}
                """);

        assertThat(CatalogValidator.validate(directory))
                .extracting(CatalogFinding::path)
                .containsOnly(new FindingPath("a", "c", "b\u0001"));
        assertThat(findings())
                .first()
                .asString()
                .startsWith("a.yaml:3: package \"a\" → channel \"c\" → bundle \"b\\x01\": ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: @", "? {schema: olm.package}\n", "{\"schema\":\"a\",\"x\\ny\":1,\"X\\nY\":2}"})
    void shouldKeepAMessageInItsLine(String catalog) throws IOException {
        Files.writeString(directory.resolve("a.yaml"), catalog);

        assertThat(findings())
                .singleElement()
                .asString()
                .startsWith("a.yaml:1: ")
                .hasLineCount(1);
    }

    @Test
    void shouldAcceptEmptyDirectory() throws IOException {
        Files.writeString(directory.resolve("empty.yaml"), "");

        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldReportWhatCannotBeRead() throws IOException {
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));

        assertThat(findings()).containsExactly("link:1: the file cannot be read: it is a link to nothing");
    }
}
