package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.manifest.DeclaredObject;
import io.olm4j.cli.manifest.ManifestText;
import io.olm4j.cli.plan.ProposedExtension;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests for {@link SelectionChange}, {@link SelectionOptions} and {@link ExtensionManifest}. */
class SelectionChangeTest {

    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String METADATA = "{\"metadata\":{\"uid\":\"u-1\",\"resourceVersion\":\"7\"},\"spec\":";

    @Command
    private static final class Probe {
        @Mixin
        private final SelectionOptions selection = new SelectionOptions();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--version=1.x | {\"source\":{\"catalog\":{\"version\":\"1.x\"}}}",
                "--version= | {\"source\":{\"catalog\":{\"version\":null}}}",
                "--channel=a --channel=b | {\"source\":{\"catalog\":{\"channels\":[\"a\",\"b\"]}}}",
                "--channel= | {\"source\":{\"catalog\":{\"channels\":null}}}",
                "--catalog=mails | {\"source\":{\"catalog\":{\"selector\":{\"matchLabels\":{\"team\":null,"
                        + "\"olm.operatorframework.io/metadata.name\":\"mails\"}}}}}",
                "--catalog= | {\"source\":{\"catalog\":{\"selector\":null}}}",
                "--upgrade-constraint-policy=SelfCertified"
                        + " | {\"source\":{\"catalog\":{\"upgradeConstraintPolicy\":\"SelfCertified\"}}}",
                "--version=1.1.0 | {}",
            })
    void shouldPatchOnlyWhatTheUserGave(String options, String specPatch) throws IOException {
        SelectionChange change = change(options.split(" ", -1));

        assertThat(change.patch().at("7")).hasToString(METADATA + specPatch + "}");
        assertThat(change.isEmpty()).isEqualTo(specPatch.equals("{}"));
    }

    @Test
    void shouldPrintWhatAUserDeclares() throws IOException {
        assertThat(ManifestText.yaml(
                        List.of(DeclaredObject.of(change("--version=1.x").after()))))
                .isEqualTo("""
                    ---
                    apiVersion: olm.operatorframework.io/v1
                    kind: ClusterExtension
                    metadata:
                      annotations:
                        olm4j.io/upgrade-approval: Manual
                      name: mail
                    spec:
                      namespace: mail
                      serviceAccount:
                        name: installer
                      source:
                        catalog:
                          channels:
                          - stable
                          packageName: mail
                          selector:
                            matchLabels:
                              team: post
                          version: 1.x
                        sourceType: Catalog
                    """);
    }

    @Test
    void shouldDeclareOnlyWhatIsGivenWhenAnExtensionIsNew() {
        ClusterExtension extension = ExtensionManifest.extension(
                "mail",
                "post",
                "mail-installer",
                new CatalogFilter("mail", "", List.of(), null, null),
                Optional.empty());

        assertThat(DeclaredObject.of(extension))
                .hasToString("{\"apiVersion\":\"olm.operatorframework.io/v1\",\"kind\":\"ClusterExtension\","
                        + "\"metadata\":{\"name\":\"mail\"},\"spec\":{\"namespace\":\"post\","
                        + "\"serviceAccount\":{\"name\":\"mail-installer\"},\"source\":{\"sourceType\":\"Catalog\","
                        + "\"catalog\":{\"packageName\":\"mail\"}}}}");
    }

    @Test
    void shouldKeepThePolicyWhenAPinIsReleased() throws IOException {
        CatalogFilter pinned =
                ProposedExtension.selection(extension()).withPolicy(UpgradeConstraintPolicy.SELF_CERTIFIED);

        CatalogFilter released = pinned.withVersion("");

        assertThat(released.version()).isEmpty();
        assertThat(Selections.isSelfCertified(released)).isTrue();
        assertThat(Selections.before(pinned)).isEqualTo("\"1.1.0\" before");
        assertThat(Selections.before(released)).isEqualTo("any version before");
    }

    private static SelectionChange change(String... options) throws IOException {
        var probe = new Probe();
        new CommandLine(probe).parseArgs(options);
        ClusterExtension extension = extension();
        return SelectionChange.of(extension, probe.selection.on(ProposedExtension.selection(extension)));
    }

    private static ClusterExtension extension() throws IOException {
        return YAML.readValue("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata:
              name: mail
              uid: u-1
              resourceVersion: "7"
              annotations:
                olm4j.io/upgrade-approval: Manual
                kubectl.kubernetes.io/last-applied-configuration: "{}"
            spec:
              namespace: mail
              serviceAccount: {name: installer}
              source:
                sourceType: Catalog
                catalog:
                  packageName: mail
                  version: 1.1.0
                  channels: [stable]
                  selector: {matchLabels: {team: post}}
            """, ClusterExtension.class);
    }
}
