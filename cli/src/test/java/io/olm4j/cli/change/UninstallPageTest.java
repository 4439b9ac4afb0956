package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.applier.object.CustomResources;
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
    private static final Map<String, CustomResources> USED = Map.of(
            "letters", CustomResources.of(7, List.of("a/1", "a/2", "b/1", "b/2", "b/3")),
            "stamps", CustomResources.of(1, List.of("blue")),
            "boxes", CustomResources.of(0, List.of()),
            "secrets", CustomResources.unlisted("forbidden"));
    private static final DefaultPolicy DELETE = DefaultPolicy.read(DeletionPolicy.DELETE);
    private static final List<String> UNREADABLE = List.of("the objects of revision mail-2 cannot be read: forbidden");

    @Test
    void shouldCountAndNameTheCustomResourcesThatGo() throws IOException {
        UninstallReport report = report("", DELETE, List.of("letters", "stamps", "boxes", "secrets"), List.of());

        assertThat(text(report)).isEqualTo("""
            mail: version 1.1.0 is installed; a deletion deletes 5 objects (1 ConfigMap, 4 CustomResourceDefinition)
              CustomResourceDefinition letters with 7 custom resources: a/1, a/2, b/1, b/2, b/3, …
              CustomResourceDefinition stamps with 1 custom resource: blue
              CustomResourceDefinition boxes; it has no custom resources
              CustomResourceDefinition secrets with all its custom resources; they cannot be listed, so \
            that their number is not known
              what stays: Namespace mail, ServiceAccount mail/installer with its roles and bindings
            """);
        assertThat(report.customResources()).isEqualTo(8);
        assertThat(report.mayLoseCustomResources()).isTrue();
    }

    @Test
    void shouldAskWithTheNumberOfCustomResources() throws IOException {
        assertThat(question(List.of("boxes"), List.of())).isEqualTo("Delete mail?");
        assertThat(question(List.of("stamps", "boxes"), List.of())).isEqualTo("Delete mail and 1 custom resource?");
        assertThat(question(List.of("letters"), List.of())).isEqualTo("Delete mail and 7 custom resources?");
        assertThat(question(List.of("stamps", "secrets"), List.of()))
                .isEqualTo("Delete mail and at least 1 custom resource?");
        assertThat(question(List.of("letters"), UNREADABLE)).isEqualTo("Delete mail and at least 7 custom resources?");
        assertThat(question(List.of("secrets"), List.of()))
                .isEqualTo("Delete mail and custom resources whose number is not known?");
    }

    private static String question(List<String> definitions, List<String> unknown) throws IOException {
        return UninstallPage.question(report("", DELETE, definitions, unknown));
    }

    @Test
    void shouldNameTheRevisionsWhenTheObjectsStay() throws IOException {
        UninstallReport report = UninstallReport.of(
                extension(""),
                true,
                DefaultPolicy.UNKNOWN,
                objects(List.of("letters")),
                UninstallPageTest::used,
                List.of(),
                List.of("mail-2"));

        assertThat(text(report)).isEqualTo("""
            mail: version 1.1.0 is installed; these stay: 2 objects (1 ConfigMap, 1 CustomResourceDefinition)
              revisions that still hold the objects: mail-2; an extension with the same name, package and service account \
            takes them over
              to give up the objects: kubectl delete clusterobjectset mail-2 --cascade=orphan
              what stays: Namespace mail, ServiceAccount mail/installer with its roles and bindings
            """);
        assertThat(report.mayLoseCustomResources()).isFalse();
    }

    @Test
    void shouldSayThatItIsNotKnownWhenNothingCanBeRead() throws IOException {
        UninstallReport report = UninstallReport.of(
                extension(""), false, DELETE, List.of(), UninstallPageTest::used, UNREADABLE, List.of("mail-2"));

        assertThat(text(report)).startsWith("""
            mail: version 1.1.0 is installed; what a deletion deletes is not known
              not known: the objects of revision mail-2 cannot be read: forbidden
            """);
        assertThat(report.mayLoseCustomResources()).isTrue();
    }

    @Test
    void shouldCountOnlyWhatIsKnownWhenSomeCannotBeRead() throws IOException {
        assertThat(text(report("", DELETE, List.of("boxes"), UNREADABLE)))
                .contains("; a deletion deletes at least 2 objects (1 ConfigMap, 1 CustomResourceDefinition)\n");
    }

    @Test
    void shouldCountNoDefinitionWhenThePolicyKeepsIt() throws IOException {
        UninstallReport report = report("KeepDefinitions", DefaultPolicy.UNKNOWN, List.of("stamps"), List.of());

        assertThat(text(report)).startsWith("""
            mail: version 1.1.0 is installed; a deletion deletes 1 object (1 ConfigMap)
              stays: CustomResourceDefinition stamps with 1 custom resource: blue
              deletion policy KeepDefinitions: the definitions and their custom resources stay
            """);
        assertThat(report.objects()).isEqualTo(Map.of("ConfigMap", 1));
        assertThat(report.mayLoseCustomResources()).isFalse();
        assertThat(report.customResources()).isZero();
    }

    @Test
    void shouldSayThatEverythingWaitsWhenThePolicyRefuses() throws IOException {
        UninstallReport report = report("RefuseWhileInUse", DefaultPolicy.UNKNOWN, List.of("stamps"), List.of());

        assertThat(text(report)).startsWith("""
            mail: version 1.1.0 is installed; a deletion waits while custom resources exist, and then deletes 2 \
            objects (1 ConfigMap, 1 CustomResourceDefinition)
              CustomResourceDefinition stamps with 1 custom resource: blue
              deletion policy RefuseWhileInUse: nothing is deleted while the definitions have custom resources; \
            afterwards the definitions are deleted too
            """);
        assertThat(report.waits()).isTrue();
        assertThat(report.mayLoseCustomResources()).isFalse();
    }

    @Test
    void shouldWaitForNothingWhenTheDefinitionsAreNotUsed() throws IOException {
        UninstallReport report = report("RefuseWhileInUse", DefaultPolicy.UNKNOWN, List.of("boxes"), List.of());

        assertThat(text(report))
                .contains("; a deletion deletes 2 objects (1 ConfigMap, 1 CustomResourceDefinition)\n")
                .doesNotContain("deletion policy");
        assertThat(report.waits()).isFalse();
    }

    @Test
    void shouldSayThatTheDeletionWaitsWhenThePolicyIsUnknown() throws IOException {
        UninstallReport report = report("RefuseWhileInuse", DELETE, List.of("stamps"), List.of());

        assertThat(text(report)).startsWith("""
            mail: version 1.1.0 is installed; a deletion deletes nothing until the deletion policy is corrected
              CustomResourceDefinition stamps with 1 custom resource: blue
              deletion policy "RefuseWhileInuse" is unknown: the deletion waits until the annotation \
            olm4j.io/deletion-policy is Delete, RefuseWhileInUse or KeepDefinitions
            """);
        assertThat(report.waits()).isTrue();
    }

    @Test
    void shouldTakeTheDefaultOfTheControllerWhenThereIsNoAnnotation() throws IOException {
        assertThat(text(report(
                        "", DefaultPolicy.read(DeletionPolicy.REFUSE_WHILE_IN_USE), List.of("stamps"), List.of())))
                .contains(
                        "; a deletion waits while custom resources exist, and then deletes 2 objects ",
                        "  deletion policy RefuseWhileInUse, the default of operator-controller: nothing ");
        assertThat(text(report("", DefaultPolicy.UNKNOWN, List.of("stamps"), List.of())))
                .contains(
                        "; a deletion deletes 2 objects ",
                        "  deletion policy Delete is assumed, because the default of operator-controller is not known:"
                                + " --default-deletion-policy names it\n");
        assertThat(text(report("", DefaultPolicy.UNKNOWN, List.of(), List.of())))
                .doesNotContain("deletion policy");
    }

    @Test
    void shouldWarnAndAskWhenOnlyTheUserSaysThatTheDefinitionsStay() throws IOException {
        UninstallReport report = report(
                "", DefaultPolicy.asserted(DeletionPolicy.KEEP_DEFINITIONS), List.of("letters", "boxes"), List.of());

        assertThat(text(report)).startsWith("""
            mail: version 1.1.0 is installed; a deletion deletes 1 object (1 ConfigMap)
              stays: CustomResourceDefinition letters with 7 custom resources: a/1, a/2, b/1, b/2, b/3, …
              stays: CustomResourceDefinition boxes; it has no custom resources
              deletion policy KeepDefinitions is only what --default-deletion-policy says: if operator-controller is \
            set to Delete, the definitions go with all custom resources; --keep-definitions keeps them
            """);
        assertThat(report.mayLoseCustomResources()).isTrue();
        assertThat(report.customResources()).isEqualTo(7);
    }

    private static String text(UninstallReport report) {
        var text = new StringWriter();
        var page = new UninstallPage(new PrintWriter(text));
        page.print(report);
        page.printRest(report);
        return text.toString();
    }

    private static UninstallReport report(
            String annotation, DefaultPolicy byDefault, List<String> definitions, List<String> unknown)
            throws IOException {
        return UninstallReport.of(
                extension(annotation),
                false,
                byDefault,
                objects(definitions),
                UninstallPageTest::used,
                unknown,
                List.of("mail-2"));
    }

    private static CustomResources used(ObjectNode definition) {
        return Optional.ofNullable(USED.get(definition.at("/metadata/name").asText()))
                .orElseThrow();
    }

    private static List<ObjectNode> objects(List<String> definitions) throws IOException {
        List<ObjectNode> objects = new ArrayList<>();
        objects.add((ObjectNode) YAML.readTree("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"));
        for (String definition : definitions) {
            objects.add((ObjectNode) YAML.readTree("{apiVersion: apiextensions.k8s.io/v1,"
                    + " kind: CustomResourceDefinition, metadata: {name: " + definition + "}}"));
        }
        return objects;
    }

    private static ClusterExtension extension(String policy) throws IOException {
        return YAML.readValue(
                """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail, annotations: {%s}}
                spec:
                  namespace: mail
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: mail}}
                status: {install: {bundle: {name: mail.v1.1.0, version: 1.1.0}}}
                """.formatted(policy.isEmpty() ? "" : "olm4j.io/deletion-policy: " + policy), ClusterExtension.class);
    }
}
