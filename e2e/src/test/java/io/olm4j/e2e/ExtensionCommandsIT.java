package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** {@code olm extension …} against a cluster, over the life of an extension whose upgrades need an approval. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExtensionCommandsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private int tries;

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final OlmProcess program = OlmProcess.on(olm);

    @BeforeAll
    void setUp() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0", "1.2.0");
        bundles.addBundle("mail", "1.0.0", "", "", "");
        bundles.addBundle("mail", "1.1.0", "", "", "");
        bundles.addBundle("mail", "1.2.0", "", "", "");
        olm.applyCatalog("mails", bundles.catalog());
        extensions.createInstaller("mail");
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail}
                spec:
                  namespace: mail
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: mail, version: "1.0.0"}}
                """);
        extensions.awaitInstalled("mail", "1.0.0");
    }

    @Test
    @Order(1)
    void shouldSayThatTheVersionHoldsAnUpdateBack() {
        awaitUpdate("HeldBackByVersion", "version 1.1.0 (bundle \"mail.v1.1.0\" of catalog \"mails\")");
        awaitEvent("RolledOut", "bundle mail.v1.0.0 with version 1.0.0 is installed");
        awaitEvent("UpdateHeldBack", "spec.source.catalog.version \"1.0.0\"");
    }

    @Test
    @Order(1)
    void shouldListWhatIsInstalledWithItsUpdate() throws Exception {
        awaitUpdate("HeldBackByVersion", "version 1.1.0");

        assertThat(lines(succeed("extension", "list")))
                .satisfiesExactly(
                        header -> assertThat(header)
                                .containsSubsequence("NAME", "PACKAGE", "VERSION", "CHANNEL", "CATALOG", "UPDATE")
                                .endsWith("AGE"),
                        row -> assertThat(row)
                                .matches("mail +mail +1\\.0\\.0 +any +any +1\\.1\\.0 \\(held back by"
                                        + " version\\) +Healthy +\\w+"));
        assertThat(succeed("extension", "list", "-o", "name"))
                .isEqualTo("clusterextension.olm.operatorframework.io/mail\n");
        assertThat(succeed("extension", "list", "-o", "jsonpath={[*].update.bundle}{\"\\n\"}"))
                .isEqualTo("mail.v1.1.0\n");
        assertThat(succeed("extension", "list", "-l", "team=web")).isEmpty();
        assertThat(succeed("status", "-l", "team=web")).isEmpty();
    }

    @Test
    @Order(1)
    void shouldWaitForWhatIsThereAndSayWhyItCannotComeTrue() throws Exception {
        assertThat(succeed("extension", "wait", "mail")).isEqualTo("mail: version 1.0.0 is installed\n");

        OlmProcess.Result other = program.run("extension", "wait", "mail", "--for", "version=1.2.0");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.errors())
                .isEqualTo("olm: mail does not get version 1.2.0: version 1.0.0 is installed, and nothing is"
                        + " rolling out: the spec or the catalogs do not lead to 1.2.0\n");
        assertThat(program.run("extension", "wait", "mail", "--for", "version=abc")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    @Order(1)
    void shouldSayInOneSentenceWhatIsNotThere() throws Exception {
        OlmProcess.Result missing = program.run("extension", "describe", "letters");
        OlmProcess.Result context = program.run("extension", "list", "--context", "elsewhere");
        OlmProcess.Result approve = program.run("extension", "approve", "mail");

        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.errors())
                .isEqualTo("olm: there is no ClusterExtension letters: \"olm extension list\" shows the names\n");
        assertThat(context.exitCode()).isEqualTo(2);
        assertThat(context.errors())
                .isEqualTo("olm: the kubeconfig has no context elsewhere; see: kubectl config get-contexts\n");
        assertThat(approve.exitCode()).isEqualTo(1);
        assertThat(approve.errors()).startsWith("olm: mail does not wait for an approval: Progressing is Succeeded");
    }

    @Test
    @Order(1)
    void shouldLetOnlyApproversApproveWithThePolicyOfTheDocument() throws Exception {
        String policy = Files.readString(Path.of("../docs/upgrades.md"))
                .split("```yaml\n", 2)[1]
                .split("```", 2)[0];
        olm.apply(policy);
        olm.apply(role("editor", "get, patch"));
        Config config = new ConfigBuilder(olm.client().getConfiguration())
                .withImpersonateUsername("ann")
                .build();
        try (KubernetesClient ann =
                new KubernetesClientBuilder().withConfig(config).build()) {
            var asAnn = new Extensions(ann);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> asAnn.annotate("mail", "olm4j.io/approved-bundle", "mail.v" + nextTry()))
                            .hasMessageContaining("only accounts with the verb \"approve\""));
            asAnn.annotate("mail", "example.com/other", "x");

            olm.apply(role("editor", "get, patch, approve"));
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                asAnn.annotate("mail", "olm4j.io/approved-bundle", "none");
                return true;
            });
        } finally {
            olm.client()
                    .load(new ByteArrayInputStream(policy.getBytes(StandardCharsets.UTF_8)))
                    .delete();
        }
    }

    private static String role(String name, String verbs) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s}
                rules:
                - {apiGroups: [olm.operatorframework.io], resources: [clusterextensions], verbs: [%2$s]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]
                """.formatted(name, verbs);
    }

    /** A policy comes into effect a moment after it was created: until then each attempt changes the annotation. */
    private int nextTry() {
        return tries++;
    }

    @Test
    @Order(2)
    void shouldKeepWhatIsInstalledUntilTheUpgradeIsApproved() {
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Manual");
        extensions.patchCatalogFilter("mail", "{\"version\":\"1.x\"}");

        extensions.awaitProgressing(
                "mail",
                "AwaitingApproval",
                "the upgrade to bundle \"mail.v1.1.0\" with version 1.1.0 needs an approval",
                "olm extension approve mail");
        awaitUpdate("HeldBackByApproval", "version 1.1.0");
        awaitEvent("AwaitingApproval", "mail.v1.1.0");
        assertThat(extensions.installed("mail"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.0.0"));
    }

    @Test
    @Order(3)
    void shouldHealWhatIsInstalledWhileItWaits() {
        var settings = olm.client().configMaps().inNamespace("mail").withName("mail-settings");
        settings.delete();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(settings.get().getData()).containsEntry("version", "1.0.0"));
    }

    @Test
    @Order(4)
    void shouldUpgradeToTheApprovedBundleAndWaitForTheNext() throws Exception {
        assertThat(program.run("extension", "approve", "mail", "--version", "1.2.0")
                        .errors())
                .isEqualTo("olm: mail waits for an approval of version 1.1.0, not 1.2.0\n");
        assertThat(succeed("extension", "approve", "mail"))
                .isEqualTo("mail: approved bundle mail.v1.1.0 with version 1.1.0\n");

        extensions.awaitProgressing("mail", "AwaitingApproval", "the upgrade to bundle \"mail.v1.2.0\"");
        assertThat(extensions.installed("mail"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.1.0"));
        awaitEvent("UpgradeStarted", "bundle mail.v1.1.0 with version 1.1.0");
        assertThat(succeed("extension", "wait", "mail", "--for", "version=1.1.0"))
                .isEqualTo("mail: version 1.1.0 is installed\n");
        assertThat(program.run("extension", "wait", "mail", "--for", "version=1.2.0")
                        .errors())
                .startsWith("olm: mail does not get version 1.2.0: the upgrade to bundle \"mail.v1.2.0\"");
    }

    @Test
    @Order(5)
    void shouldUpgradeByItselfWhenNoApprovalIsNeededAnyMore() {
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Automatic");

        extensions.awaitInstalled("mail", "1.2.0");
        awaitUpdate("UpToDate", "no bundle in the selected catalogs may follow the installed one");
    }

    @Test
    @Order(6)
    void shouldShowTheHistoryAndEverythingOnOnePage() throws Exception {
        List<String> history = lines(succeed("extension", "history", "mail"));
        String page = succeed("extension", "describe", "mail");

        assertThat(history).hasSize(4);
        assertThat(history.get(1)).matches("3 +mail\\.v1\\.2\\.0 +1\\.2\\.0 +1\\.1\\.0 -> 1\\.2\\.0 +Installed .*");
        assertThat(history.get(2)).matches("2 +mail\\.v1\\.1\\.0 +1\\.1\\.0 +1\\.0\\.0 -> 1\\.1\\.0 +Archived .*");
        assertThat(history.get(3)).matches("1 +mail\\.v1\\.0\\.0 +1\\.0\\.0 +installation +Archived .*");
        assertThat(page)
                .startsWith("Name:            mail\nPackage:         mail\nVersions:        1.x\n")
                .contains(
                        "Installed:       1.2.0 (bundle mail.v1.2.0)\n",
                        "Update:          none\n",
                        "Health:          Healthy\n")
                .contains("\nConditions:\nTYPE ", "\nRevisions:\nREVISION ", "\nEvents:\nAGE ")
                .containsPattern("AwaitingApproval +the upgrade to bundle \"mail\\.v1\\.1\\.0\"");
        assertThat(succeed("extension", "describe", "mail", "-o", "jsonpath={.version} {.health}"))
                .isEqualTo("1.2.0 Healthy");
    }

    @Test
    @Order(6)
    void shouldShowWhatChangedBetweenRevisions() throws Exception {
        OlmProcess.Result last = program.run("extension", "diff", "mail");
        OlmProcess.Result all = program.run("extension", "diff", "mail", "1", "3", "-o", "json");

        assertThat(last.exitCode()).as(last.errors()).isEqualTo(1);
        assertThat(last.output()).isEqualTo("""
                        ~ ConfigMap mail/mail-settings
                            data.version: 1.1.0 -> 1.2.0
                        """);
        assertThat(all.output()).contains("\"before\" : \"1.0.0\"", "\"after\" : \"1.2.0\"");
        assertThat(program.run("extension", "diff", "mail", "8").errors())
                .isEqualTo("olm: mail has no revision 8: \"olm extension history mail\" shows the numbers\n");
    }

    @Test
    @Order(7)
    void shouldSayWhoOwnsAnObject() throws Exception {
        assertThat(succeed("who", "cm/mail-settings", "-n", "mail")).isEqualTo("""
                        ConfigMap mail/mail-settings belongs to revision mail-3 of ClusterExtension mail (bundle mail.v1.2.0).
                        Edited: olm4j restores the fields that the revision sets at once; other fields stay.
                        Deleted: olm4j creates it again at once.
                        """);
        String uid = olm.client()
                .resources(ClusterObjectSet.class)
                .withName("mail-3")
                .get()
                .getMetadata()
                .getUid();
        olm.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: stranger
                  namespace: mail
                  annotations:
                    olm.operatorframework.io/revision-name: mail-3
                    olm.operatorframework.io/revision-uid: %s
                """.formatted(uid));

        OlmProcess.Result stranger = program.run("who", "configmaps/stranger", "-n", "mail");

        assertThat(stranger.exitCode()).isEqualTo(1);
        assertThat(stranger.output())
                .isEqualTo("ConfigMap mail/stranger names the revision mail-3, which does not exist or does not hold"
                        + " it: olm4j does not manage the object\n");
        assertThat(program.run("who", "letter/a").errors())
                .isEqualTo("olm: the API server serves no kind letter: \"kubectl api-resources\" lists them\n");
    }

    @Test
    @Order(7)
    void shouldFindAKindThatIsNotInThePreferredVersionOfItsGroup() {
        String definition = """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %1$ss.versions.example.com}
                spec:
                  group: versions.example.com
                  scope: Cluster
                  names: {kind: %1$s, plural: %1$ss, singular: %1$s}
                  versions:
                  - {name: %2$s, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
                """;
        olm.apply(definition.formatted("book", "v1") + "---\n" + definition.formatted("draft", "v1alpha1"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(program.run("who", "draft/mine").errors())
                        .startsWith("olm: ")
                        .doesNotContain("serves no kind"));
    }

    @Test
    @Order(7)
    void shouldFollowTheControllersOfAnObject() throws Exception {
        controlled(
                "branch",
                olm.client()
                        .configMaps()
                        .inNamespace("mail")
                        .withName("mail-settings")
                        .get());
        controlled(
                "leaf",
                olm.client().configMaps().inNamespace("mail").withName("branch").get());

        assertThat(succeed("who", "cm/leaf", "-n", "mail")).isEqualTo("""
                        ConfigMap mail/leaf is controlled by ConfigMap branch, which is controlled by ConfigMap mail-settings; that belongs to revision mail-3 of ClusterExtension mail (bundle mail.v1.2.0).
                        Edited: olm4j restores nothing; the controller of ConfigMap branch decides.
                        Deleted: the controller of ConfigMap branch decides.
                        """);
    }

    /** A copy of the controller's annotations, as a ReplicaSet has those of its Deployment. */
    private void controlled(String name, ConfigMap controller) {
        olm.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("mail")
                        .withAnnotations(controller.getMetadata().getAnnotations())
                        .addNewOwnerReference()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName(controller.getMetadata().getName())
                        .withUid(controller.getMetadata().getUid())
                        .withController(true)
                        .endOwnerReference()
                        .endMetadata()
                        .build())
                .create();
    }

    @Test
    @Order(8)
    void shouldShowWhyAnObjectIsNotReady() throws Exception {
        assertThat(succeed("status", "mail")).isEqualTo("mail: version 1.2.0 of package mail, Healthy\n");
        assertThat(succeed("extension", "describe", "mail")).containsPattern("Ready +ConfigMap mail/mail-settings +");

        extensions.patchCatalogFilter("mail", "{\"version\":\"9.x\"}");
        extensions.awaitProgressing("mail", "Retrying", "9.x");
        OlmProcess.Result stuck = program.run("status");

        assertThat(stuck.exitCode()).isEqualTo(1);
        assertThat(stuck.output())
                .startsWith("mail: version 1.2.0 of package mail, Retrying\n  problem: error upgrading from currently"
                        + " installed version \"1.2.0\"")
                .endsWith("  next: olm plan mail\n");
    }

    /** Progressing is True in both cases; only the reason tells them apart. */
    @Test
    @Order(9)
    void shouldPrintTheReasonInTheTablesOfTheApiServer() throws Exception {
        extensions.patchCatalogFilter("mail", "{\"version\":\"9.x\"}");
        extensions.awaitProgressing("mail", "Retrying", "9.x");

        PrintedTable all = PrintedTable.of(olm.client(), "clusterextensions");
        PrintedTable catalogs = PrintedTable.of(olm.client(), "clustercatalogs");
        PrintedTable sets = PrintedTable.of(olm.client(), "clusterobjectsets");

        assertThat(all.cell("mail", "Progressing")).isEqualTo("True");
        assertThat(all.cell("mail", "Reason")).isEqualTo("Retrying");
        assertThat(catalogs.cell("mails", "Reason")).isEqualTo("Succeeded");
        assertThat(sets.columns()).endsWith("Version", "Lifecycle", "Age");
        assertThat(sets.cell("mail-2", "Version")).isEqualTo("1.1.0");
        assertThat(sets.cell("mail-2", "Lifecycle")).isEqualTo("Archived");
        assertThat(sets.cell("mail-3", "Lifecycle")).isEqualTo("Active");
    }

    @Test
    @Order(10)
    void shouldPrintALineForEachChangeUntilItIsEnded(@TempDir Path directory) throws Exception {
        Path rows = directory.resolve("rows");
        Path documents = directory.resolve("documents");
        Process list = program.start(rows, "extension", "list", "--watch");
        Process status = program.start(documents, "status", "mail", "-w", "-o", "yaml");
        try {
            awaitText(rows, "NAME .* AGE\nmail .* Retrying +\\w+\n");
            awaitText(documents, "---\nextension:\n  name: mail\n[^-]*health: Retrying\n");

            extensions.patchCatalogFilter("mail", "{\"version\":\"1.x\"}");

            awaitText(rows, "Retrying[\\s\\S]*\nmail +mail +1\\.2\\.0 .* Healthy +\\w+\n");
            awaitText(documents, "Retrying[\\s\\S]*\n---\nextension:\n  name: mail\n[^-]*health: Healthy\n");
            assertThat(list.isAlive()).isTrue();
        } finally {
            list.destroy();
            status.destroy();
        }
        assertThat(list.waitFor()).isNotZero();
    }

    private static void awaitText(Path file, String pattern) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Files.readString(file)).containsPattern(pattern));
    }

    private String succeed(String... arguments) throws Exception {
        return program.succeed(arguments);
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    private void awaitUpdate(String reason, String part) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("mail"), ConditionTypes.UPDATE_AVAILABLE))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition.reason()).as("%s", condition).isEqualTo(reason);
                            assertThat(condition.message()).contains(part);
                        }));
    }

    private void awaitEvent(String reason, String part) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(olm.client()
                                .events()
                                .v1()
                                .events()
                                .inNamespace("default")
                                .list()
                                .getItems())
                        .filteredOn(event -> reason.equals(event.getReason()))
                        .filteredOn(event -> event.getRegarding().getName().equals("mail"))
                        .extracting(Event::getNote)
                        .anySatisfy(note -> assertThat(note).contains(part)));
    }
}
