package io.olm4j.cli.extension;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link ExtensionExplanation} and {@link ExplanationPage}. */
class ExtensionExplanationTest {

    private static final ObjectMapper YAML = new YAMLMapper();

    @Test
    void shouldSayWhyTheInstalledVersionStays() throws IOException {
        ExtensionExplanation explanation = explain("1.0.0", Optional.empty());

        assertThat(explanation.isPositive()).isTrue();
        assertThat(text(explanation, false))
                .startsWith("mail: version 1.0.0 of package mail is installed; version 1.1.0 could follow, but it is"
                        + " outside of \"1.0.0\" in spec.source.catalog.version\n"
                        + "Chosen: mail.v1.0.0 (1.0.0) of catalog mails: ")
                .endsWith("""
                          next upgrade: mails/mail.v1.1.0 (1.1.0): replaces mail.v1.0.0 in channel stable, but outside of the wanted range: 1.1.0 is not =1.0.0
                          path: mails/mail.v1.1.0 (1.1.0): replaces mail.v1.0.0 in channel stable
                          path: mails/mail.v1.2.0 (1.2.0): replaces mail.v1.1.0 in channel stable
                          range: set spec.source.catalog.version to ">=1.0.0 <=1.2.0", and the controller goes this path by itself
                          dropped by version range: 1.2.0, 1.1.0
                          not chosen: 2 bundles; --all shows why
                        """);
        assertThat(text(explanation, true))
                .contains("  mails/mail.v1.1.0: version range: ", "  mails/mail.v1.2.0: version range: ");
    }

    @Test
    void shouldNameThePathOverSeveralUpgradesWhenAVersionIsAskedFor() throws IOException {
        ExtensionExplanation explanation = explain("1.x", Optional.of("1.2.0"));

        assertThat(explanation.isPositive()).isFalse();
        assertThat(text(explanation, false))
                .startsWith("mail: version 1.0.0 of package mail is installed, and the catalogs lead to version 1.1.0"
                        + " (bundle mail.v1.1.0 of catalog mails)\nWhy not version 1.2.0: No bundle fits (")
                .contains(
                        "\n  mails/mail.v1.2.0: upgrade edge: ",
                        "\n  path: mails/mail.v1.1.0 (1.1.0): replaces mail.v1.0.0 in channel stable",
                        "\n  path: mails/mail.v1.2.0 (1.2.0): replaces mail.v1.1.0 in channel stable\n",
                        "set spec.source.catalog.version to \">=1.0.0 <=1.2.0\", and the controller goes this path",
                        "\nThe choice now: Chosen: mail.v1.1.0 (1.1.0) of catalog mails: ");
    }

    @Test
    void shouldSayWhichVersionToSetWhenOnlyTheSpecExcludesIt() throws IOException {
        ExtensionExplanation explanation = explain("1.0.0", Optional.of("1.1.0"));

        assertThat(explanation.asked().orElseThrow().conclusion())
                .startsWith("version range: ")
                .endsWith("Set spec.source.catalog.version to 1.1.0 to get it.");
    }

    @Test
    void shouldNameTheVersionsThereAreWhenOneIsUnknown() throws IOException {
        assertThat(explain("1.x", Optional.of("7.0.0")).asked().orElseThrow().conclusion())
                .isEqualTo("no selected catalog has it: they have 1.2.0, 1.1.0, 1.0.0.");
        assertThat(explain("1.x", Optional.of("1.1.0")).isPositive()).isTrue();
    }

    @Test
    void shouldListTheVersionsOfARangeAndWhatItWouldLeadTo() throws IOException {
        ExtensionExplanation some = explain("1.0.0", Optional.of(">=1.1.0"));
        ExtensionExplanation none = explain("1.0.0", Optional.of("7.x"));

        assertThat(some.isPositive()).isTrue();
        assertThat(text(some, false))
                .contains(
                        "\nVersions in >=1.1.0: 1.2.0, 1.1.0. Chosen: mail.v1.1.0 (1.1.0) of catalog mails: ",
                        "\nThe choice now: Chosen: mail.v1.0.0 (1.0.0) of catalog mails: ");
        assertThat(none.isPositive()).isFalse();
        assertThat(text(none, false))
                .contains("\nVersions in 7.x: no version of the selected catalogs is in it: they have 1.2.0, 1.1.0,"
                        + " 1.0.0.\n");
    }

    @Test
    void shouldNameTheCatalogsThatAreNotRead() throws IOException {
        ExtensionExplanation explanation = ExtensionExplanation.of(
                extension("1.x"),
                requireNonNull(extension("1.x").getSpec().source().catalog()),
                new Candidates(List.of(), List.of(new Unavailable("mails", 0, "no answer")), true),
                Optional.empty());

        assertThat(explanation.isPositive()).isFalse();
        assertThat(text(explanation, false))
                .startsWith("mail: version 1.0.0 of package mail is installed, and no bundle of the catalogs fits\n"
                        + "No selected catalog has the package \"mail\": ")
                .contains("\n  not read: catalog \"mails\": no answer\n");
    }

    private static String text(ExtensionExplanation explanation, boolean all) {
        var text = new StringWriter();
        new ExplanationPage(new PrintWriter(text), all).print(explanation);
        return text.toString();
    }

    private static ExtensionExplanation explain(String range, Optional<String> asked) throws IOException {
        ClusterExtension extension = extension(range);
        return ExtensionExplanation.of(
                extension,
                requireNonNull(extension.getSpec().source().catalog()),
                new Candidates(List.of(new CatalogGraph("mails", 0, graph())), List.of(), true),
                asked);
    }

    private static PackageGraph graph() {
        List<Entry> entries = List.of(
                entry("1.0.0", Optional.empty()),
                entry("1.1.0", Optional.of("mail.v1.0.0")),
                entry("1.2.0", Optional.of("mail.v1.1.0")));
        List<Bundle> bundles = Stream.of("1.0.0", "1.1.0", "1.2.0")
                .map(version -> new Bundle("mail.v" + version, "image", version, List.of()))
                .toList();
        return new PackageGraph(
                "mail", Optional.of("stable"), List.of(new Channel("stable", entries)), bundles, List.of());
    }

    private static Entry entry(String version, Optional<String> replaces) {
        return new Entry("mail.v" + version, replaces, List.of(), Optional.empty());
    }

    private static ClusterExtension extension(String range) throws IOException {
        return YAML.readValue("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata: {name: mail, generation: 1, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              namespace: mail
              source: {sourceType: Catalog, catalog: {packageName: mail, version: "%s"}}
            status:
              conditions:
              - {type: Progressing, status: "True", reason: Succeeded, message: done, observedGeneration: 1,
                 lastTransitionTime: "2026-01-01T00:00:00Z"}
              - {type: Available, status: "True", reason: Ready, message: ready, observedGeneration: 1,
                 lastTransitionTime: "2026-01-01T00:00:00Z"}
              install: {bundle: {name: mail.v1.0.0, version: 1.0.0}}
            """.formatted(range), ClusterExtension.class);
    }
}
