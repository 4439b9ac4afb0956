package io.olm4j.cli.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.fbc.Schemas;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link PackageDetails} and {@link PackagePage}. */
class PackagePageTest {

    private static final ObjectMapper YAML = new YAMLMapper();

    private static final String PACKAGE = """
        {schema: olm.package, name: mail, defaultChannel: stable, description: Mail for all,
         icon: {base64data: AAAA, mediatype: image/svg+xml}}
        """;

    private static final String CHANNELS = """
        - {schema: olm.channel, package: mail, name: stable,
           entries: [{name: mail.v1.0.0}, {name: mail.v1.1.0, replaces: mail.v1.0.0}]}
        - {schema: olm.channel, package: mail, name: old, entries: [{name: mail.v1.0.0}]}
        - {schema: olm.deprecations, package: mail,
           entries: [{reference: {schema: olm.channel, name: old}, message: use stable}]}
        """;

    private static final String METADATA = """
        {type: olm.csv.metadata, value: {
          displayName: Mail, annotations: {description: Sends letters}, provider: {name: Example},
          keywords: [smtp, letters], minKubeVersion: 1.30.0, installModes: [
            {type: AllNamespaces, supported: true}, {type: OwnNamespace, supported: true},
            {type: MultiNamespace, supported: false}]}}
        """;

    private static final String CSV = """
        {"kind": "ClusterServiceVersion", "metadata": {"annotations": {"description": "Sends letters"}},
         "spec": {"displayName": "Mail", "provider": {"name": "Example"},
           "icon": [{"base64data": "AAAA", "mediatype": "image/png"}],
           "installModes": [{"type": "AllNamespaces", "supported": true}],
           "install": {"spec": {
             "permissions": [{"serviceAccountName": "mail", "rules": [
               {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get"], "resourceNames": ["key"]}]}],
             "clusterPermissions": [{"serviceAccountName": "mail", "rules": [
               {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list"]},
               {"nonResourceURLs": ["/metrics"], "verbs": ["get"]}]}]}}}}
        """;

    @Test
    void shouldShowWhatThePropertiesSay() throws IOException {
        assertThat(page(METADATA))
                .startsWith("""
                    Package:         mail
                    Catalog:         mails
                    Also in:         others
                    Display name:    Mail
                    Description:     Sends letters
                    Provider:        Example
                    Keywords:        smtp, letters
                    Icon:            image/svg+xml
                    Deprecated:      channel old: use stable

                    Channels:
                    CHANNEL   HEAD          VERSION   BUNDLES   DEFAULT
                    stable    mail.v1.1.0   1.1.0     2         yes
                    old       mail.v1.0.0   1.0.0     1         no

                    Bundle:          mail.v1.1.0
                    Version:         1.1.0
                    Image:           example.com/mail@sha256:abc
                    Provides:        Mailbox (example.com/v1)
                    Requires:        the package dns in a version >=1.0.0
                                     Kubernetes 1.30.0 or later
                    Install modes:   AllNamespaces, OwnNamespace
                    Permissions:     not known: example.com/mail@sha256:abc: access denied

                    Configuration (spec.config.inline):
                    """)
                .containsPattern("watchNamespace +string +no ")
                .containsPattern("deploymentConfig\\.resources +");
    }

    @Test
    void shouldShowThePermissionsWhenTheCatalogCarriesTheClusterServiceVersion() throws IOException {
        String data = Base64.getEncoder().encodeToString(CSV.getBytes(StandardCharsets.UTF_8));

        assertThat(page("{type: olm.bundle.object, value: {data: " + data + "}}"))
                .contains("Description:     Sends letters\n", "Install modes:   AllNamespaces\n")
                .contains("""
                    Permissions that the operator asks for:
                    SCOPE     ACCOUNT   OBJECTS             VERBS
                    cluster   mail      deployments.apps    get,list
                    cluster   mail      /metrics            get
                    cluster   mail      secrets named key   get
                    cluster   mail      namespaces          get,list,watch
                    """);
    }

    @Test
    void shouldTakeFromTheImageWhatTheCatalogLacks() throws IOException {
        OperatorFacts nothing = OperatorFacts.NONE.with(YAML.readTree(CSV));
        OperatorFacts some = OperatorFacts.of(
                        meta("{schema: olm.bundle, package: mail, name: mail.v1.1.0, properties: [" + METADATA + "]}"))
                .with(YAML.readTree(CSV));

        assertThat(nothing.summary()).isEqualTo("Sends letters");
        assertThat(List.of(nothing, some)).extracting(OperatorFacts::icon).containsOnly(Optional.of("image/png"));
        assertThat(some.displayName()).isEqualTo("Mail");
        assertThat(List.of(nothing, some))
                .allSatisfy(facts -> assertThat(facts.csv().map(csv -> PermissionRule.of(csv, Set.of())))
                        .hasValueSatisfying(rules -> assertThat(rules).hasSize(3)));
    }

    @Test
    void shouldFallBackToTheDescriptionOfThePackage() throws IOException {
        assertThat(page("{type: other, value: 1}"))
                .contains("Description:     Mail for all\n", "Install modes:   not known\n")
                .doesNotContain("Configuration");
    }

    private static String page(String property) throws IOException {
        Meta bundle = meta("""
                {schema: olm.bundle, package: mail, name: mail.v1.1.0, image: example.com/mail@sha256:abc, properties: [
                  {type: olm.package, value: {packageName: mail, version: 1.1.0}},
                  {type: olm.gvk, value: {group: example.com, version: v1, kind: Mailbox}},
                  {type: olm.package.required, value: {packageName: dns, versionRange: ">=1.0.0"}},
                  %s]}
                """.formatted(property));
        List<Meta> metas = new ArrayList<>(List.of(meta(PACKAGE), bundle, meta("""
            {schema: olm.bundle, package: mail, name: mail.v1.0.0, image: i, properties: [
              {type: olm.package, value: {packageName: mail, version: 1.0.0}}]}
            """)));
        YAML.readTree(CHANNELS).forEach(channel -> metas.add(Meta.of((ObjectNode) channel, new Location("test", 1))));
        PackageGraph graph = PackageGraphs.of("mail", metas);
        StringWriter text = new StringWriter();
        PackageDetails details = PackageDetails.of(
                graph,
                "mails",
                List.of("others"),
                metas.stream()
                        .filter(meta -> meta.schema().equals(Schemas.PACKAGE))
                        .findFirst(),
                OperatorFacts.of(bundle),
                PackageSource.bundle(graph, "mail.v1.1.0"),
                Optional.of("example.com/mail@sha256:abc: access denied"));
        new PackagePage(new PrintWriter(text)).print(details);
        return text.toString();
    }

    private static Meta meta(String yaml) throws IOException {
        return Meta.of((ObjectNode) YAML.readTree(yaml), new Location("test", 1));
    }
}
