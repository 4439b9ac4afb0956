package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.olm4j.testsupport.Rights;
import io.olm4j.testsupport.SmallBundles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** {@code olm plan} and {@code olm extension rollback}: what is planned is what the controller does afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlanIT {

    private static final JsonMapper JSON = new JsonMapper();

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @SuppressWarnings("NullAway.Init") // setUp sets it
    private Path directory;

    @BeforeAll
    void setUp(@TempDir Path files) throws Exception {
        directory = files;
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0", "1.2.0");
        bundles.addBundle("mail", "1.0.0", "", "", "");
        bundles.addBundle("mail", "1.1.0", "", "Letter", "");
        bundles.addBundle("mail", "1.2.0", "", "", "");
        bundles.addPackage("web", "1.0.0");
        bundles.addBundle(
                "web",
                "1.0.0",
                "",
                "",
                "- {type: olm.package.required, value: {packageName: dns, versionRange: 1.x}}\n");
        bundles.addPackage("post", "1.0.0");
        bundles.addBundle("post", "1.0.0", "", "", "");
        bundles.addPackage("box", "1.0.0", "1.1.0");
        bundles.addBundle("box", "1.1.0", Map.of("csv.yaml", SmallBundles.operator("box", "1.1.0", "{}")), "");
        bundles.addBundle("box", "1.0.0", Map.of("csv.yaml", SmallBundles.operator("box", "1.0.0", "{}")), "");
        bundles.addPackage("lost", "1.0.0");
        bundles.addBundle(
                "lost",
                "1.0.0",
                Map.of("csv.yaml", SmallBundles.operator("lost", "1.0.0", "{}"), "binding.yaml", """
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRoleBinding
                        metadata: {name: lost-all}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: nowhere}
                        subjects: [{kind: ServiceAccount, name: lost, namespace: box}]
                        """),
                "");
        olm.applyCatalog("mails", bundles.catalog());
        olm.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: mail}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: mail}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: post}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: post}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: box}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: box}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: box-installer}
                rules:
                - apiGroups: [rbac.authorization.k8s.io, apps, ""]
                  resources: [clusterroles, clusterrolebindings, deployments, serviceaccounts]
                  verbs: [get, create, update, patch, delete]
                - {apiGroups: [""], resources: [pods], verbs: [get]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: box-installer}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: box-installer}
                subjects: [{kind: ServiceAccount, name: installer, namespace: box}]
                """);
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(
                                program().run("search", "mail", "-o", "name").output())
                        .isEqualTo("package/mail\n"));
        Files.writeString(directory.resolve("mail.yaml"), extension("mail", "mail", "1.0.0"));
        Files.writeString(directory.resolve("web.yaml"), extension("web", "web", "1.0.0"));
        Files.writeString(directory.resolve("box.yaml"), extension("box", "box", "box", "1.0.0"));
        Files.writeString(directory.resolve("lost.yaml"), extension("lost", "box", "lost", "1.0.0"));
    }

    private static String extension(String name, String packageName, String version) {
        return extension(name, "mail", packageName, version);
    }

    private static String extension(String name, String namespace, String packageName, String version) {
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %s}
                spec:
                  namespace: %s
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: %s, version: "%s"}}
                """.formatted(name, namespace, packageName, version);
    }

    @Test
    @Order(1)
    void shouldNameTheMissingRightsAndPrintAManifestThatGivesThem() throws Exception {
        OlmProcess.Result lacking = plan("-f", file("mail.yaml"), "--fail-on", "unsafe");

        assertThat(lacking.exitCode()).as("%s", lacking).isEqualTo(1);
        assertThat(lacking.output())
                .startsWith("mail: would install bundle mail.v1.0.0 with version 1.0.0 of catalog mails\n")
                .contains(
                        "  rights are missing: service account \"mail/installer\" is missing permissions: ",
                        "\n  + ConfigMap mail/mail-settings\n",
                        "\napply this to give the service account all rights that it needs:\n---\n");

        olm.apply(lacking.output().substring(lacking.output().indexOf("---\n")));
        awaitRights(mayPatch("", "configmaps", "mail", "mail-settings"));
        JsonNode plan = json("-f", file("mail.yaml"), "--fail-on", "unsafe");

        assertThat(plan.path("action").asText()).isEqualTo("Install");
        assertThat(names(plan, "Added")).containsExactly("ConfigMap mail/mail-settings");
        assertThat(plan.has("missingPermissions")).isFalse();
    }

    /** The API server grants what was applied a moment later. */
    private void awaitRights(ResourceAttributes... rights) {
        Rights.await(olm.client(), Rights.account("mail", "installer"), rights);
    }

    private static ResourceAttributes mayPatch(String group, String resource, String namespace, String name) {
        return new ResourceAttributesBuilder(Rights.right("patch", group, resource))
                .withNamespace(namespace)
                .withName(name)
                .build();
    }

    @Test
    @Order(2)
    void shouldPlanNothingOnceTheControllerHasInstalledIt() throws Exception {
        olm.apply(Files.readString(directory.resolve("mail.yaml")));
        extensions.awaitInstalled("mail", "1.0.0");

        OlmProcess.Result again = plan("mail", "--fail-on", "change");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.output()).startsWith("mail: nothing would change (version 1.0.0)\n");
    }

    @Test
    @Order(3)
    void shouldPlanAnUpgradeAsTheControllerThenDoesIt() throws Exception {
        JsonNode upgrade = json("mail", "--version", "1.1.0");
        assertThat(upgrade.path("missingPermissions").asText()).contains("customresourcedefinitions");
        olm.apply(upgrade.path("rbac").asText());
        awaitRights(
                mayPatch("", "configmaps", "mail", "mail-settings"),
                mayPatch("apiextensions.k8s.io", "customresourcedefinitions", "", "letters.deps.example.com"));

        JsonNode plan = json("mail", "--version", "1.1.0", "--fail-on", "unsafe");
        assertThat(plan.path("action").asText()).isEqualTo("Upgrade");
        assertThat(plan.path("bundle").path("name").asText()).isEqualTo("mail.v1.1.0");
        assertThat(names(plan, "Changed")).containsExactly("ConfigMap mail/mail-settings");
        assertThat(plan.path("changes").findValues("fields").toString())
                .contains("\"path\":\"data.version\",\"before\":\"1.0.0\",\"after\":\"1.1.0\"");

        extensions.patchCatalogFilter("mail", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("mail", "1.1.0");

        assertThat(differences("1", "2")).containsExactlyInAnyOrderElementsOf(allNames(plan));
    }

    @Test
    @Order(4)
    void shouldPlanTheDeletionOfWhatTheNextBundleLacks() throws Exception {
        olm.apply("""
                apiVersion: deps.example.com/v1
                kind: Letter
                metadata: {name: first}
                """);

        JsonNode plan = json("mail", "--version", "1.2.0");

        assertThat(names(plan, "Removed"))
                .containsExactly("CustomResourceDefinition.apiextensions.k8s.io letters.deps.example.com");
        assertThat(plan.path("deletedDefinitions").toString())
                .isEqualTo("[{\"definition\":\"letters.deps.example.com\",\"objects\":1,"
                        + "\"first\":[\"first\"],\"kept\":false}]");
        OlmProcess.Result unsafe = plan("mail", "--version", "1.2.0", "--fail-on", "unsafe");
        assertThat(unsafe.exitCode()).isEqualTo(1);
        assertThat(unsafe.output())
                .contains("  deletes: CustomResourceDefinition letters.deps.example.com and all its objects (1)\n");
    }

    @Test
    @Order(4)
    void shouldSayWhyTheControllerWouldStop() throws Exception {
        OlmProcess.Result dependency = plan("-f", file("web.yaml"));
        OlmProcess.Result version = plan("mail", "--version", "7.0.0", "--fail-on", "unsafe");

        assertThat(dependency.exitCode()).as("%s", dependency).isZero();
        assertThat(dependency.output())
                .startsWith("web: would not install bundle web.v1.0.0 with version 1.0.0 of catalog mails\n")
                .contains("  reason: Blocked: ", "dns", "  + ConfigMap mail/web-settings\n");
        assertThat(version.exitCode()).isEqualTo(1);
        assertThat(version.output())
                .startsWith("mail: would stay at version 1.1.0\n")
                .contains("  reason: Retrying: ");
    }

    @Test
    @Order(5)
    void shouldPlanEveryExtension() throws Exception {
        extensions.patchCatalogFilter("mail", "{\"version\":\"1.1.0\"}");

        OlmProcess.Result all = plan("--all");

        assertThat(all.exitCode()).as("%s", all).isZero();
        assertThat(all.output()).isEqualTo("""
                        mail: nothing would change (version 1.1.0)
                          why: Chosen: mail.v1.1.0 (1.1.0) of catalog mails: it is the only candidate; \
                        it has the installed version.
                        0 of 1 extensions would change
                        """);
    }

    @Test
    @Order(6)
    void shouldGoBackToTheFormerBundleAndPinIt() throws Exception {
        OlmProcess.Result asked = program().run("extension", "rollback", "mail");
        OlmProcess.Result planned = program().run("extension", "rollback", "mail", "--dry-run");
        OlmProcess.Result back = program().run("extension", "rollback", "mail", "--yes");

        assertThat(asked.exitCode()).as("%s", asked).isEqualTo(1);
        assertThat(asked.errors()).isEqualTo("olm: nothing was changed: confirm with --yes\n");
        assertThat(planned.exitCode()).as("%s", planned).isZero();
        assertThat(planned.output()).isEqualTo(asked.output());
        assertThat(back.exitCode()).as("%s", back).isZero();
        assertThat(back.output())
                .startsWith("mail: would go from version 1.1.0 to bundle mail.v1.0.0 with version 1.0.0")
                .contains(
                        "\nmail: version 1.0.0 is installed\n",
                        "--type merge -p '{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.1.0\","
                                + "\"upgradeConstraintPolicy\":\"CatalogProvided\"}}}}'\n");
        assertThat(extensions.installed("mail"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.0.0"));
    }

    @Test
    @Order(7)
    void shouldPlanWithTheApprovalThatItWrites() throws Exception {
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Manual");

        OlmProcess.Result planned = program().run("extension", "rollback", "mail", "--dry-run");
        OlmProcess.Result back = program().run("extension", "rollback", "mail", "--yes");

        assertThat(planned.exitCode()).as("%s", planned).isZero();
        assertThat(planned.output())
                .startsWith("mail: would go from version 1.0.0 to bundle mail.v1.1.0 with version 1.1.0")
                .doesNotContain("AwaitingApproval")
                .endsWith("approval: the command approves bundle mail.v1.1.0: it sets the annotation"
                        + " olm4j.io/approved-bundle\n");
        assertThat(back.exitCode()).as("%s", back).isZero();
        assertThat(back.output()).startsWith(planned.output()).contains("\nmail: version 1.1.0 is installed\n");
    }

    @Test
    @Order(8)
    void shouldRefuseToGoBackToARevisionThatIsNotKept() throws Exception {
        OlmProcess.Result missing = program().run("extension", "rollback", "mail", "--to", "9");

        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.errors())
                .isEqualTo("olm: mail has no revision 9: \"olm extension history mail\" shows the numbers\n");
    }

    @Test
    @Order(9)
    void shouldShowWhatARevisionThatRollsOutNeeds() throws Exception {
        olm.apply(extension("post", "post", "post", "1.0.0"));
        extensions.awaitProgressing("post", "Blocked", "is missing permissions");

        OlmProcess.Result blocked = plan("post");
        assertThat(blocked.exitCode()).as("%s", blocked).isZero();
        assertThat(blocked.output())
                .startsWith("post: goes on with bundle post.v1.0.0 with version 1.0.0 of catalog mails,"
                        + " which is rolling out\n")
                .contains(
                        "  waits for: service account \"post/installer\" is missing permissions: ",
                        "\n  + ConfigMap post/post-settings\n",
                        "\napply this to give the service account all rights that it needs:\n---\n");

        olm.apply(blocked.output().substring(blocked.output().indexOf("---\n")));
        extensions.awaitInstalled("post", "1.0.0");
        OlmProcess.Result back = program().run("extension", "rollback", "post");
        assertThat(back.exitCode()).isEqualTo(1);
        assertThat(back.errors())
                .isEqualTo("olm: post has no earlier revision with another bundle that had rolled out: \"olm extension"
                        + " history post\" shows the revisions that are kept\n");
    }

    @Test
    @Order(9)
    void shouldPlanABindingToARoleThatTheSamePlanCreates() throws Exception {
        OlmProcess.Result first = plan("-f", file("box.yaml"), "--fail-on", "unsafe");

        assertThat(first.exitCode()).as("%s", first).isZero();
        assertThat(first.output())
                .contains("\nobjects: 4 created, 0 changed, 0 deleted, 0 unchanged\n")
                .contains("\n  + ClusterRoleBinding.rbac.authorization.k8s.io box.v1.0.0-")
                .doesNotContain("cannot be written", "rights are missing", "not known");

        olm.apply(Files.readString(directory.resolve("box.yaml")));
        extensions.awaitInstalled("box", "1.0.0");
    }

    @Test
    @Order(9)
    void shouldRefuseABindingToARoleThatExistsNowhere() throws Exception {
        OlmProcess.Result lost = plan("-f", file("lost.yaml"), "--fail-on", "unsafe");

        assertThat(lost.exitCode()).as("%s", lost).isEqualTo(1);
        assertThat(lost.output())
                .contains("  rights are missing: service account \"box/installer\" is missing permissions: ")
                .contains("  cannot be written: applying ClusterRoleBinding.rbac.authorization.k8s.io/v1 lost-all: ")
                .contains("\"nowhere\" not found\n")
                .contains("\nobjects: 4 created, 0 changed, 0 deleted, 0 unchanged\n")
                .containsOnlyOnce("cannot be written");
    }

    @Test
    @Order(10)
    void shouldPlanTheConfigurationOfTheInstalledBundleWhileTheNextOneWaits() throws Exception {
        // Given a new configuration, and an upgrade that needs an approval
        String edited = extension("box", "box", "box", ">=1.0.0")
                        .replace(
                                "metadata: {name: box}",
                                "metadata: {name: box, annotations: {olm4j.io/upgrade-approval: Manual}}")
                + "  config: {configType: Inline, inline: {deploymentConfig: {env: [{name: A, value: b}]}}}\n";
        Files.writeString(directory.resolve("edited.yaml"), edited);

        // When
        OlmProcess.Result page = plan("-f", file("edited.yaml"));
        JsonNode plan = json("-f", file("edited.yaml"));
        olm.apply(edited);

        // Then the controller does what the plan says
        assertThat(page.output())
                .startsWith("box: would change the configuration of bundle box.v1.0.0 with version 1.0.0\n")
                .contains("\n  held back: AwaitingApproval: the upgrade to bundle \"box.v1.1.0\"");
        assertThat(plan.path("action").asText()).isEqualTo("Reconfigure");
        assertThat(plan.path("reason").asText()).isEqualTo("AwaitingApproval");
        assertThat(names(plan, "Changed")).containsExactly("Deployment.apps box/box");
        extensions.awaitProgressing("box", "AwaitingApproval", "box.v1.1.0");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(olm.client()
                                .apps()
                                .deployments()
                                .inNamespace("box")
                                .withName("box")
                                .require()
                                .getSpec()
                                .getTemplate()
                                .getSpec()
                                .getContainers()
                                .getFirst()
                                .getEnv())
                        .anyMatch(variable -> variable.getName().equals("A")));
    }

    private List<String> differences(String older, String newer) throws Exception {
        OlmProcess.Result result = program().run("extension", "diff", "mail", older, newer, "-o", "json");
        return StreamSupport.stream(JSON.readTree(result.output()).spliterator(), false)
                .map(change -> change.path("change").asText() + " "
                        + change.path("object").asText())
                .toList();
    }

    private static List<String> allNames(JsonNode plan) {
        return StreamSupport.stream(plan.path("changes").spliterator(), false)
                .map(change -> change.path("change").asText() + " "
                        + change.path("object").asText())
                .toList();
    }

    private static List<String> names(JsonNode plan, String kind) {
        return StreamSupport.stream(plan.path("changes").spliterator(), false)
                .filter(change -> change.path("change").asText().equals(kind))
                .map(change -> change.path("object").asText())
                .toList();
    }

    private JsonNode json(String... arguments) throws Exception {
        OlmProcess.Result result = plan(
                Stream.concat(Arrays.stream(arguments), Stream.of("-o", "json")).toArray(String[]::new));
        assertThat(result.exitCode()).as("%s", result).isZero();
        return JSON.readTree(result.output());
    }

    private OlmProcess.Result plan(String... arguments) throws Exception {
        return program()
                .run(Stream.concat(Stream.of("plan"), Arrays.stream(arguments)).toArray(String[]::new));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private OlmProcess program() {
        return OlmProcess.on(olm, directory.resolve("caches"));
    }
}
