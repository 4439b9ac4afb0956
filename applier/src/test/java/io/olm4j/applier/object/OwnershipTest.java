package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.object.Revision.Sibling;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {

    private static final Revision REVISION = new Revision(
            "app-2",
            "uid-2",
            2,
            "app",
            "uid-app",
            "pack",
            List.of(),
            List.of(),
            true,
            false,
            List.of(
                    new Sibling("app-1", "uid-1", 1),
                    new Sibling("app-3", "uid-3", 3),
                    new Sibling("app-twin", "uid-twin", 2)));

    private static final String STRIPPED = """
            metadata:
              labels:
                app.kubernetes.io/managed-by: olm.operatorframework.io
                olm.operatorframework.io/owner-name: app
              annotations: {olm.operatorframework.io/revision: "1"}
              managedFields: [{manager: olm.operatorframework.io, operation: Apply, apiVersion: v1, fieldsV1: {}}]
            """;

    private static Ownership ownedBy(String uid) {
        return Ownership.of(
                yaml("metadata: {ownerReferences: [{kind: X, name: plain, uid: p}, {kind: Y, name: n,"
                        + " controller: true, uid: "
                        + uid + "}]}"),
                REVISION);
    }

    @Test
    void shouldTellWhoseAnObjectIsByTheUidOfItsController() {
        assertThat(ownedBy("uid-2")).isEqualTo(new Ownership.Ours());
        assertThat(ownedBy("uid-1")).isInstanceOf(Ownership.OlderSibling.class);
        assertThat(ownedBy("uid-3")).isInstanceOf(Ownership.NewerSibling.class);
        assertThat(ownedBy("uid-9")).isEqualTo(new Ownership.Foreign("Y", "n"));
        assertThat(Ownership.of(yaml("metadata: {name: a}"), REVISION)).isEqualTo(new Ownership.Unowned());
    }

    private static Ownership markedBy(String uid) {
        return Ownership.of(
                yaml("metadata: {annotations: {olm.operatorframework.io/revision-name: n,"
                        + " olm.operatorframework.io/revision-uid: "
                        + uid + "}}"),
                REVISION);
    }

    @Test
    void shouldTellWhoseAnObjectIsByTheUidInItsAnnotation() {
        assertThat(markedBy("uid-2")).isEqualTo(new Ownership.Ours());
        assertThat(markedBy("uid-1")).isInstanceOf(Ownership.OlderSibling.class);
        assertThat(markedBy("uid-3")).isInstanceOf(Ownership.NewerSibling.class);
        assertThat(markedBy("uid-9")).isEqualTo(new Ownership.Foreign("ClusterObjectSet", "n"));
    }

    @Test
    void shouldBelieveAnotherControllerRatherThanAnAnnotation() {
        assertThat(Ownership.of(yaml("""
                        metadata:
                          annotations: {olm.operatorframework.io/revision-uid: uid-2}
                          ownerReferences: [{kind: Y, name: n, controller: true, uid: u}]
                        """), REVISION)).isEqualTo(new Ownership.Foreign("Y", "n"));
    }

    @Test
    void shouldKnowWhatTheOriginalGaveToTheExtension() {
        String owned = """
                metadata:
                  annotations: {olm.operatorframework.io/revision-uid: uid-1}
                  ownerReferences: [{kind: ClusterExtension, name: app, controller: true, uid: %s}]
                """;

        assertThat(Ownership.of(yaml(owned.formatted("uid-app")), REVISION))
                .isEqualTo(new Ownership.OfExtension("app"));
        assertThat(Ownership.of(yaml(owned.formatted("uid-of-an-earlier-app")), REVISION))
                .isEqualTo(new Ownership.Foreign("ClusterExtension", "app"));
        assertThat(Ownership.of(
                        yaml(owned.formatted("uid-app").replace("kind: ClusterExtension", "kind: Y")), REVISION))
                .isEqualTo(new Ownership.Foreign("Y", "app"));
        assertThat(Ownership.isControlledBy(yaml(owned.formatted("uid-app")), REVISION))
                .isTrue();
    }

    @Test
    void shouldIgnoreTheMarkOfARevisionThatDoesNotExist() {
        ObjectNode marked = yaml(STRIPPED.replace(
                "annotations: {",
                "annotations: {olm.operatorframework.io/revision-name: app-0,"
                        + " olm.operatorframework.io/revision-uid: uid-0, "));

        assertThat(Ownership.among(marked, REVISION, (name, uid) -> name.equals("app-0") && uid.equals("uid-0")))
                .isEqualTo(new Ownership.Foreign("ClusterObjectSet", "app-0"));
        assertThat(Ownership.among(marked, REVISION, (_, _) -> false)).isEqualTo(new Ownership.Orphaned());
    }

    @Test
    void shouldTakeASiblingOfTheSameNumberForAStranger() {
        assertThat(ownedBy("uid-twin")).isEqualTo(new Ownership.Foreign("Y", "n"));
    }

    @Test
    void shouldRecognizeWhatLostOnlyItsOwnerReference() {
        assertThat(Ownership.of(yaml(STRIPPED), REVISION)).isEqualTo(new Ownership.Orphaned());
        assertThat(Ownership.of(yaml(STRIPPED.replace("revision: \"1\"", "revision: \"3\"")), REVISION))
                .isEqualTo(new Ownership.Unowned());
        assertThat(Ownership.of(yaml(STRIPPED.replace("owner-name: app", "owner-name: other")), REVISION))
                .isEqualTo(new Ownership.Unowned());
        assertThat(Ownership.of(yaml(STRIPPED.replace("manager: olm", "manager: not.olm")), REVISION))
                .isEqualTo(new Ownership.Unowned());
    }

    @ParameterizedTest
    @CsvSource({"CustomResourceDefinition, apiextensions.k8s.io/v1", "ConfigMap, v1"})
    void shouldLeaveAloneWhatAnExtensionOfTheSameNameLeftOfAnotherPackage(String kind, String apiVersion) {
        ObjectNode left = yaml(STRIPPED).put("kind", kind).put("apiVersion", apiVersion);
        left.withObject("/metadata/annotations").put("olm.operatorframework.io/package-name", "other");

        assertThat(Ownership.of(left, REVISION)).isEqualTo(new Ownership.Unowned());

        left.withObject("/metadata/annotations").put("olm.operatorframework.io/package-name", "pack");
        assertThat(Ownership.of(left, REVISION)).isEqualTo(new Ownership.Orphaned());
    }

    @ParameterizedTest
    @CsvSource({"false, , true", "true, , true", "false, 1, true", "true, 1, true", "false, 3, false", "true, 3, false"
    })
    void shouldMindTheNumberOfAnObjectOnlyWhileThereIsANewerRevision(
            boolean succeeded, @Nullable Long sibling, boolean adopts) {
        var revision = new Revision(
                "app-2",
                "uid-2",
                2,
                "app",
                "uid-app",
                "pack",
                List.of(),
                List.of(),
                false,
                succeeded,
                sibling == null ? List.of() : List.of(new Sibling("app-" + sibling, "uid-" + sibling, sibling)));

        assertThat(Ownership.of(yaml(STRIPPED.replace("revision: \"1\"", "revision: \"7\"")), revision))
                .isEqualTo(adopts ? new Ownership.Orphaned() : new Ownership.Unowned());
        assertThat(Ownership.of(yaml(STRIPPED), revision)).isEqualTo(new Ownership.Orphaned());
    }

    @Test
    void shouldFindADefinitionThatAnExtensionOfTheSamePackageLeft() {
        String left = """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata:
                  name: a
                  labels: {app.kubernetes.io/managed-by: olm.operatorframework.io, olm.operatorframework.io/owner-name: other}
                  annotations:
                    olm.operatorframework.io/revision: "7"
                    olm.operatorframework.io/package-name: pack
                  managedFields:
                  - {manager: olm.operatorframework.io, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {}}
                """;

        assertThat(Ownership.of(yaml(left), REVISION)).isEqualTo(new Ownership.Orphaned());
        assertThat(Ownership.of(yaml(left.replace("package-name: pack", "package-name: other")), REVISION))
                .isEqualTo(new Ownership.Unowned());
        assertThat(Ownership.of(yaml(left.replace("CustomResourceDefinition", "Other")), REVISION))
                .isEqualTo(new Ownership.Unowned());
    }
}
