package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link PackageGraphs}, also with objects that {@link JsonMetas} has reduced. */
class PackageGraphsTest {
    private static final String CATALOG = """
            schema: olm.package
            name: foo
            defaultChannel: stable
            icon: {base64data: aGVsbG8=, mediatype: image/png}
            ---
            schema: olm.channel
            package: foo
            name: stable
            entries:
            - name: foo.v2
              replaces: foo.v1
              skips: [foo.v0]
              skipRange: '>=1.0.0 <2.0.0'
            - name: foo.v1
            ---
            schema: olm.bundle
            package: foo
            name: foo.v1
            image: example.com/foo:1
            properties:
            - type: olm.csv.metadata
              value: {description: long}
            - type: olm.package
              value: {packageName: foo, version: 1.0.0+1}
            - type: olm.package
              value: {packageName: foo, version: 9.0.0}
            - type: olm.bundle.object
              value: {data: e30=}
            - type: olm.maxOpenShiftVersion
              value: "4.17"
            - type: none
            ---
            schema: olm.bundle
            package: foo
            name: foo.v2
            properties:
            - {type: olm.package, value: nonsense}
            ---
            schema: olm.deprecations
            package: foo
            entries:
            - {reference: {schema: olm.package}, message: all}
            - {reference: {schema: olm.channel, name: stable}, message: channel}
            - {reference: {schema: olm.bundle, name: foo.v1}, message: bundle}
            - {reference: {schema: other, name: x}, message: ignored}
            ---
            schema: olm.deprecations
            package: foo
            entries: [{reference: {schema: olm.bundle, name: foo.v2}, message: second object}]
            ---
            schema: custom
            package: foo
            entries: 12
            ---
            schema: olm.channel
            package: other
            name: x
            """;

    private static final PackageGraph FOO = new PackageGraph(
            "foo",
            Optional.of("stable"),
            List.of(new Channel(
                    "stable",
                    List.of(
                            new Entry(
                                    "foo.v2", Optional.of("foo.v1"), List.of("foo.v0"), Optional.of(">=1.0.0 <2.0.0")),
                            new Entry("foo.v1", Optional.empty(), List.of(), Optional.empty())))),
            List.of(
                    new Bundle(
                            "foo.v1",
                            "example.com/foo:1",
                            "1.0.0+1",
                            List.of(
                                    new Property("olm.package", "{\"packageName\":\"foo\",\"version\":\"1.0.0+1\"}"),
                                    new Property("olm.package", "{\"packageName\":\"foo\",\"version\":\"9.0.0\"}"),
                                    new Property("olm.maxOpenShiftVersion", "\"4.17\""),
                                    new Property("none", "null"))),
                    new Bundle(
                            "foo.v2",
                            "",
                            "",
                            Optional.empty(),
                            "error unmarshalling package property: json: cannot unmarshal string into Go value of"
                                    + " type property.Package",
                            List.of(new Property("olm.package", "\"nonsense\"")))),
            List.of(
                    new Deprecation(Deprecation.Scope.PACKAGE, Optional.empty(), "all"),
                    new Deprecation(Deprecation.Scope.CHANNEL, Optional.of("stable"), "channel"),
                    new Deprecation(Deprecation.Scope.BUNDLE, Optional.of("foo.v1"), "bundle")));

    @Test
    void shouldTakeWhatResolvingNeeds() {
        assertThat(PackageGraphs.of("foo", Reading.metas(CATALOG))).isEqualTo(FOO);
    }

    @Test
    void shouldGiveTheSameWithoutReadingManifests() {
        List<Meta> slim = new ArrayList<>();
        for (String json : Reading.json(CATALOG)) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            slim.add(new JsonMetas(ReaderLimits.DEFAULT)
                    .withoutManifests(bytes, 0, bytes.length, new Location("x", 1), new PackageBudget()));
        }

        assertThat(PackageGraphs.of("foo", slim)).isEqualTo(FOO);
        assertThat(slim.toString()).doesNotContain("aGVsbG8", "long", "e30");
    }

    @Test
    void shouldTakeFieldsInAnyCase() {
        PackageGraph graph = PackageGraphs.of(
                "foo",
                Reading.metas("{\"schema\":\"olm.channel\",\"package\":\"foo\",\"NAME\":\"x\",\"Entries\":[{\"Name\""
                        + ":\"a\",\"NAME\":\"b\",\"Skips\":null,\"replaces\":null},null]}"));

        assertThat(graph.channels())
                .containsExactly(new Channel(
                        "x",
                        List.of(
                                new Entry("a", Optional.empty(), List.of(), Optional.empty()),
                                new Entry("", Optional.empty(), List.of(), Optional.empty()))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5                                      | number into Go value of type property.Package
            [1]                                    | array into Go value of type property.Package
            true                                   | bool into Go value of type property.Package
            {"version": 3}                         | number into Go struct field Package.version of type string
            {"version": {}, "VERSION": "1.0.0"}    | object into Go struct field Package.version of type string
            {"version": "1.0.0", "release": true}  | bool into Go struct field Package.release of type string
            {"Version": [], "packageName": 1}      | array into Go struct field Package.version of type string
            {"packageName": 1, "version": "1.0.0"} | number into Go struct field Package.packageName of type string
            """)
    void shouldSayWhyAPackagePropertyCanNotBeDecoded(String value, String problem) {
        Bundle bundle = bundleWithPackageProperty(value);

        assertThat(bundle.fault()).isEqualTo("error unmarshalling package property: json: cannot unmarshal " + problem);
        assertThat(bundle.version()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            null                                   | ''
            {}                                     | ''
            {"version": null, "other": 1}          | ''
            {"VERSION": "1.0.0", "release": null}  | 1.0.0
            {"VERSION": "1.0.0", "version": "2"}   | 2
            """)
    void shouldTakeTheVersionOfAPackageProperty(String value, String version) {
        Bundle bundle = bundleWithPackageProperty(value);

        assertThat(bundle.fault()).isEmpty();
        assertThat(bundle.version()).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            {"version": "1.0.0", "release": "2"}  | 2
            {"version": "1.0.0", "RELEASE": ""}   | ''
            {"version": "1.0.0", "release": null} | none
            {"version": "1.0.0+2"}                | none
            """)
    void shouldTakeAStatedReleaseOnlyWhereReleasesCount(String value, @Nullable String release) {
        String catalog = "{\"schema\":\"olm.bundle\",\"package\":\"foo\",\"name\":\"foo.v1\",\"properties\":"
                + "[{\"type\":\"olm.package\",\"value\":" + value + "}]}";
        List<Meta> metas = Reading.metas(catalog);

        var explicit = new PackageGraphs(true);
        metas.forEach(explicit);

        assertThat(explicit.graph("foo").orElseThrow().bundles().getFirst().release())
                .isEqualTo(Optional.ofNullable(release));
        assertThat(PackageGraphs.of("foo", metas).bundles().getFirst().release())
                .isEmpty();
    }

    private static Bundle bundleWithPackageProperty(String value) {
        String catalog = "{\"schema\":\"olm.bundle\",\"package\":\"foo\",\"name\":\"foo.v1\",\"properties\":"
                + "[{\"type\":\"olm.package\",\"value\":" + value + "}]}";
        return PackageGraphs.of("foo", Reading.metas(catalog)).bundles().getFirst();
    }

    @Test
    void shouldRefuseWrongTypes() {
        List<Meta> metas =
                Reading.metas("schema: olm.channel\npackage: foo\nname: x\nentries: [{name: a, skips: [b, 1]}]\n");

        assertThatThrownBy(() -> PackageGraphs.of("foo", metas))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessage("catalog.yaml:1: entries[0].skips[1] must be a string, not a number");
        assertThat(PackageGraphs.of("bar", metas).channels()).isEmpty();
    }

    @Test
    void shouldGiveEveryPackageOfACatalog() {
        PackageGraphs graphs = new PackageGraphs();

        Reading.metas(CATALOG + "---\nschema: custom\nname: in no package\n").forEach(graphs);

        assertThat(graphs.packageNames()).containsExactly("foo", "other");
        assertThat(graphs.graph("foo")).contains(FOO);
        assertThat(graphs.graph("bar")).isEmpty();
    }

    @Test
    void shouldKeepOtherPackagesWhenOneIsBroken() {
        PackageGraphs graphs = new PackageGraphs();

        Reading.metas("schema: olm.channel\npackage: broken\nentries: 1\n---\nschema: olm.package\nname: whole\n")
                .forEach(graphs);

        assertThatThrownBy(() -> graphs.graph("broken"))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessage("catalog.yaml:1: entries must be a list, not a number");
        assertThat(graphs.graph("whole")).isPresent();
    }
}
