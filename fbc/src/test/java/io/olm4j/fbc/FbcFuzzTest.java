package io.olm4j.fbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.fbc.validation.CatalogValidator;
import io.olm4j.testsupport.Fuzzing;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.TolerantVersion;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of catalogs: their graphs, their validation, their properties and their ignore files. */
class FbcFuzzTest {
    private static final String YAML = """
        schema: olm.package
        name: a
        defaultChannel: stable
        ---
        schema: olm.channel
        package: a
        name: stable
        entries:
        - {name: a.v1, skipRange: <1.0.0}
        - {name: a.v2, replaces: a.v1, skips: [a.v0]}
        ---
        schema: olm.bundle
        package: a
        name: a.v2
        image: quay.io/org/a@sha256:1
        properties:
        - {type: olm.package, value: {packageName: a, version: 2.0.0}}
        relatedImages:
        - {name: x, image: quay.io/x}
        ---
        schema: olm.deprecations
        package: a
        entries:
        - {message: old, reference: {schema: olm.bundle, name: a.v1}}
        """;
    private static final String JSON = """
        {"schema":"olm.bundle","package":"a","name":"a.v1","image":"q.io/a:1","properties":[{"type":"olm.package",
        "value":{"packageName":"a","version":"1.0.0"}},{"type":"olm.gvk","value":{"group":"g","version":"v1","kind":"K"}}]}
        {"schema":"olm.package","name":"a"}
        """;
    private static final String[] WORDS = {
        "schema: olm.bundle\n", "\"schema\":\"olm.channel\"", "package: b\n", "entries: []\n", "---\n", "- ", ": ",
                "{}",
        "[]", "olm.csv.metadata", "olm.bundle.object", "olm.maxOpenShiftVersion", "replaces: ", "skips: ", "&a ", "*a"
    };

    @TempDir
    Path scratch;

    @Test
    void shouldReadOrRefuseCatalogsAndTheirGraphs() {
        Fuzzing.from(YAML, JSON)
                .withWords(WORDS)
                .allowing(TextSyntaxException.class)
                .bytes(content -> {
                    PackageGraphs graphs = new PackageGraphs();
                    new CatalogReader(new ReaderLimits(1 << 20))
                            .readStream(new ByteArrayInputStream(content), "fuzz", graphs);
                    for (String name : graphs.packageNames()) {
                        graphs.graph(name);
                    }
                });
    }

    @Test
    void shouldRewriteCatalogsOrRefuseThem() {
        Fuzzing.from(JSON, YAML)
                .withWords(WORDS)
                .allowing(TextSyntaxException.class)
                .bytes(content -> {
                    CanonicalMeta.rewritten(content);
                    MetaParsers.canonical(new ReaderLimits(1 << 20)).json(content, new Location("fuzz", 1));
                });
    }

    @Test
    void shouldValidateCatalogs() {
        Path file = scratch.resolve("catalog.yaml");
        Fuzzing.from(YAML, JSON).slow().withWords(WORDS).bytes(content -> {
            Files.write(file, content);
            CatalogValidator.validate(scratch);
        });
    }

    @Test
    void shouldReadIgnoreFiles() throws Exception {
        Files.createDirectories(scratch.resolve("a/b/c"));
        Files.writeString(scratch.resolve("a/b/c/d.yaml"), "x");
        Path file = scratch.resolve(".indexignore");
        Fuzzing.from("# c\n*.md\n/a/**/c/\n!a/b\n\\#x\n[a-c]?.yaml\n", "**/b\na/*\n!**\n")
                .slow()
                .withWords("**/", "[!a-z]", "[[:alpha:]]", "\\", "!", "?")
                .allowing(TextSyntaxException.class)
                .bytes(content -> {
                    Files.write(file, content);
                    CatalogFiles.list(scratch);
                });
    }

    @Test
    void shouldReadOrRefuseProperties() {
        List<String> types = List.of(
                PropertyTypes.PACKAGE_REQUIRED,
                PropertyTypes.GVK,
                PropertyTypes.GVK_REQUIRED,
                PropertyTypes.MIN_KUBE_VERSION);
        Fuzzing.from(
                        "{\"packageName\":\"a\",\"versionRange\":\">1\"}",
                        "{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"K\"}",
                        "\"4.18\"",
                        "4.10")
                .withWords("null", "\"Group\":", "[]", "{}", "v1.")
                .texts(value -> types.forEach(type -> PropertyParser.parse(0, new Property(type, value))));
    }

    @Test
    void shouldReadOrRefuseTolerantVersions() {
        Fuzzing.from("v1.2.3", "01.2", " 4.18-rc.1+b ")
                .allowing(IllegalArgumentException.class)
                .bytes(text -> TolerantVersion.parse(new String(text, UTF_8)));
    }
}
