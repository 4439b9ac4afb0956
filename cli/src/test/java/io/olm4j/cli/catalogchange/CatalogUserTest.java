package io.olm4j.cli.catalogchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Labels;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link CatalogUser} and {@link CatalogManifest}. */
class CatalogUserTest {

    private static final ObjectMapper YAML = new YAMLMapper();

    @Test
    void shouldNameTheExtensionsThatGetNoUpdatesAnyMore() throws IOException {
        ClusterCatalog mails = catalog("mails", "");
        List<ClusterCatalog> all =
                List.of(mails, catalog("others", ""), catalog("off", "availabilityMode: Unavailable"));
        Map<String, Set<String>> packages =
                Map.of("mails", Set.of("mail", "web"), "others", Set.of("web"), "off", Set.of("mail"));

        List<CatalogUser> users = CatalogUser.of(
                mails,
                List.of(extension("web", ""), extension("mail", ""), extension("dns", ""), extension("web", "others")),
                all,
                Set.of(),
                name -> packages.getOrDefault(name, Set.of()));

        assertThat(users)
                .extracting(CatalogUser::toString)
                .containsExactly(
                        "mail (package mail, version 1.0.0) gets no updates any more: no other catalog has its package",
                        "web (package web, version 1.0.0) still gets updates from others");
    }

    @Test
    void shouldSayThatItIsNotKnownWhetherACatalogHasThePackageThatCannotBeRead() throws IOException {
        ClusterCatalog mails = catalog("mails", "");
        List<ClusterCatalog> all = List.of(mails, catalog("others", ""), catalog("stale", ""));
        Map<String, Set<String>> packages =
                Map.of("mails", Set.of("mail", "web"), "others", Set.of("web"), "stale", Set.of("mail"));

        List<CatalogUser> users = CatalogUser.of(
                mails,
                List.of(extension("mail", ""), extension("web", "")),
                all,
                Set.of("stale"),
                name -> packages.getOrDefault(name, Set.of()));

        assertThat(users)
                .extracting(CatalogUser::toString)
                .containsExactly(
                        "mail (package mail, version 1.0.0): it is not known whether it still gets updates, because"
                                + " these catalogs cannot be read: stale",
                        "web (package web, version 1.0.0) still gets updates from others");
    }

    @Test
    void shouldGoByTheNameOfACatalogWhateverItsLabelsSay() throws IOException {
        ClusterCatalog mails = catalog("mails", "");
        mails.getMetadata().setLabels(Map.of(Labels.METADATA_NAME, "others"));
        ClusterCatalog others = catalog("others", "");
        others.getMetadata().setLabels(null);

        List<CatalogUser> users = CatalogUser.of(
                mails,
                List.of(extension("mail", "mails"), extension("web", "others")),
                List.of(mails, others),
                Set.of(),
                _ -> Set.of("mail", "web"));

        assertThat(users).extracting(CatalogUser::extension).containsExactly("mail");
    }

    @Test
    void shouldDeclareOnlyWhatIsGiven() {
        assertThat(CatalogManifest.of(CatalogManifest.catalog(
                        "mails", "example.com/mails:v1", 5, Optional.of(10L), Map.of("team", "post"))))
                .hasToString("{\"apiVersion\":\"olm.operatorframework.io/v1\",\"kind\":\"ClusterCatalog\",\"metadata\":"
                        + "{\"name\":\"mails\",\"labels\":{\"team\":\"post\"}},"
                        + "\"spec\":{\"source\":{\"type\":\"Image\",\"image\":{"
                        + "\"ref\":\"example.com/mails:v1\",\"pollIntervalMinutes\":10}},\"priority\":5}}");
        assertThat(CatalogManifest.of(
                                CatalogManifest.catalog("mails", "example.com/mails:v1", 0, Optional.empty(), Map.of()))
                        .toString())
                .doesNotContain("labels", "pollIntervalMinutes", "availabilityMode");
    }

    private static ClusterCatalog catalog(String name, String more) throws IOException {
        return YAML.readValue("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterCatalog
            metadata: {name: %1$s, labels: {olm.operatorframework.io/metadata.name: %1$s}}
            spec:
              source: {type: Image, image: {ref: "example.com/%1$s:v1"}}
              %2$s
            """.formatted(name, more), ClusterCatalog.class);
    }

    private static ClusterExtension extension(String packageName, String catalog) throws IOException {
        return YAML.readValue(
                """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %1$s}
                spec:
                  namespace: mail
                  source:
                    sourceType: Catalog
                    catalog:
                      packageName: %1$s
                      %2$s
                status: {install: {bundle: {name: b, version: 1.0.0}}}
                """.formatted(
                        packageName,
                        catalog.isEmpty()
                                ? ""
                                : "selector: {matchLabels: {olm.operatorframework.io/metadata.name: " + catalog + "}}"),
                ClusterExtension.class);
    }
}
