package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.plan.LostObjects;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link UninstallPage} and {@link UninstallReport}. */
class UninstallPageTest {

    private static final ObjectMapper YAML = new YAMLMapper();
    private static final List<LostObjects> DEFINITIONS = List.of(
            new LostObjects("letters.example.com", Optional.of(7L), List.of("a/1", "a/2", "b/1", "b/2", "b/3"), false),
            new LostObjects("stamps.example.com", Optional.of(1L), List.of("blue"), false),
            new LostObjects("boxes.example.com", Optional.of(0L), List.of(), false),
            new LostObjects("secrets.example.com", Optional.empty(), List.of(), false));

    @Test
    void shouldCountAndNameTheCustomResourcesThatGo() throws IOException {
        UninstallReport report = report(false);
        var text = new StringWriter();
        var page = new UninstallPage(new PrintWriter(text));

        page.print(report);
        page.printRest(report);

        assertThat(text).hasToString("""
            mail: version 1.1.0 is installed; a deletion deletes 3 objects (1 ConfigMap, 2 CustomResourceDefinition)
              CustomResourceDefinition letters.example.com with 7 custom resources: a/1, a/2, b/1, b/2, b/3, …
              CustomResourceDefinition stamps.example.com with 1 custom resource: blue
              CustomResourceDefinition boxes.example.com; it has no custom resources
              CustomResourceDefinition secrets.example.com with all its custom resources; you may not list them, so \
            that their number is not known
              what stays: Namespace mail, ServiceAccount mail/installer with its roles and bindings
            """);
        assertThat(report.customResources()).isEqualTo(8);
        assertThat(report.losesCustomResources()).isTrue();
    }

    @Test
    void shouldNameTheRevisionsWhenTheObjectsStay() throws IOException {
        UninstallReport report = report(true);
        var text = new StringWriter();
        var page = new UninstallPage(new PrintWriter(text));

        page.print(report);
        page.printRest(report);

        assertThat(text).hasToString("""
            mail: version 1.1.0 is installed; these stay: 3 objects (1 ConfigMap, 2 CustomResourceDefinition)
              revisions that still hold the objects: mail-2; an extension with the same name and service account \
            takes them over
              to give up the objects: kubectl delete clusterobjectset mail-2 --cascade=orphan
              what stays: Namespace mail, ServiceAccount mail/installer with its roles and bindings
            """);
        assertThat(report.losesCustomResources()).isFalse();
    }

    @Test
    void shouldSayWhatTheDeletionPolicyKeeps() throws IOException {
        var kept = new LostObjects("letters.example.com", Optional.of(2L), List.of("a/1", "a/2"), true);
        UninstallReport report = new UninstallReport(
                "mail",
                Optional.of("1.1.0"),
                false,
                Optional.of("KeepDefinitions"),
                Map.of("CustomResourceDefinition", 1),
                List.of(kept),
                List.of(),
                List.of("mail-1"),
                List.of());
        var text = new StringWriter();

        new UninstallPage(new PrintWriter(text)).print(report);

        assertThat(text).hasToString("""
            mail: version 1.1.0 is installed; a deletion deletes no objects
              stays: CustomResourceDefinition letters.example.com with 2 custom resources: a/1, a/2
              deletion policy KeepDefinitions: the definitions and their custom resources stay
            """);
        assertThat(report.losesCustomResources()).isFalse();
        assertThat(report.customResources()).isZero();
    }

    private static UninstallReport report(boolean keepsObjects) throws IOException {
        List<ObjectNode> objects = new ArrayList<>();
        for (String object : List.of(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: mail}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: mail}}",
                "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: x}}",
                "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: y}}")) {
            objects.add((ObjectNode) YAML.readTree(object));
        }
        return UninstallReport.of(
                YAML.readValue("""
                    apiVersion: olm.operatorframework.io/v1
                    kind: ClusterExtension
                    metadata: {name: mail}
                    spec:
                      namespace: mail
                      serviceAccount: {name: installer}
                      source: {sourceType: Catalog, catalog: {packageName: mail}}
                    status: {install: {bundle: {name: mail.v1.1.0, version: 1.1.0}}}
                    """, ClusterExtension.class),
                keepsObjects,
                objects,
                DEFINITIONS,
                List.of(),
                List.of("mail-2"));
    }
}
