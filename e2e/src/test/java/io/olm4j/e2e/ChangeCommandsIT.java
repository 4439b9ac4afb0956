package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.manifest.DryRun;
import io.olm4j.cli.manifest.ManifestSender;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.Rights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The commands that change extensions and catalogs of a cluster, over the life of an extension. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangeCommandsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String LETTERS = "letters.deps.example.com";
    private static final String FIRST_LETTER = """
        apiVersion: deps.example.com/v1
        kind: Letter
        metadata: {name: first}
        """;

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @SuppressWarnings("NullAway.Init") // setUp sets it
    private Path directory;

    @BeforeAll
    void setUp(@TempDir Path files) throws Exception {
        directory = files;
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.1.0", "1.2.0");
        bundles.addBundle("mail", "1.1.0", "", "Letter", "");
        bundles.addBundle("mail", "1.2.0", "", "Letter", "");
        bundles.addPackage("parcel", "1.0.0");
        bundles.addBundle("parcel", "1.0.0", "", "Letter", "");
        olm.applyCatalog("mails", bundles.catalog());
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(run("search", "mail", "-o", "name").output()).isEqualTo("package/mail\n"));
    }

    @Test
    @Order(1)
    void shouldSayWhatIsMissingAndCreateNothing() throws Exception {
        OlmProcess.Result wrongPackage = run("extension", "install", "maill");
        OlmProcess.Result wrongVersion = run("extension", "install", "mail", "--version", "9.x");
        OlmProcess.Result noNamespace = run("extension", "install", "mail");
        OlmProcess.Result noAccount = run("extension", "install", "mail", "--namespace", "default");

        assertThat(wrongPackage.exitCode()).as("%s", wrongPackage).isEqualTo(1);
        assertThat(wrongPackage.errors())
                .isEqualTo("olm: nothing was changed: no catalog has the package maill: did you mean mail?\n");
        assertThat(wrongVersion.exitCode()).as("%s", wrongVersion).isEqualTo(1);
        assertThat(wrongVersion.errors()).startsWith("olm: nothing was changed: no bundles found for package \"mail\"");
        assertThat(noNamespace.exitCode()).as("%s", noNamespace).isEqualTo(2);
        assertThat(noNamespace.errors())
                .isEqualTo("olm: there is no namespace mail: add --create-namespace, or name another one by"
                        + " --namespace\n");
        assertThat(noAccount.exitCode()).as("%s", noAccount).isEqualTo(2);
        assertThat(noAccount.errors())
                .isEqualTo("olm: there is no service account default/mail-installer: add --with-rbac, or name another"
                        + " one by --service-account\n");
        assertThat(olm.client().resources(ClusterExtension.class).list().getItems())
                .isEmpty();
    }

    @Test
    @Order(2)
    void shouldPrintManifestsThatKubectlApplies() throws Exception {
        OlmProcess.Result printed = run(
                "extension",
                "install",
                "mail",
                "--version",
                "1.1.0",
                "--create-namespace",
                "--with-rbac",
                "--dry-run",
                "-o",
                "yaml");

        assertThat(printed.exitCode()).as("%s", printed).isZero();
        assertThat(printed.output()).startsWith("---\napiVersion: v1\nkind: Namespace\n");
        assertThat(olm.client().namespaces().withName("mail").get()).isNull();

        Path manifests = Files.writeString(directory.resolve("mail.yaml"), printed.output());
        Kubectl.Result applied = olm.cluster().kubectl().run("apply", "-f", manifests.toString());
        assertThat(applied.exitCode()).as(applied.output()).isZero();
        extensions.awaitInstalled("mail", "1.1.0");
    }

    @Test
    @Order(3)
    void shouldRefuseToInstallTheSameAgain() throws Exception {
        OlmProcess.Result again = run("extension", "install", "mail");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
        assertThat(again.errors())
                .isEqualTo("olm: ClusterExtension mail exists and has package mail: change it by \"olm extension update"
                        + " mail\", or add another name for the new one after the package\n");
    }

    @Test
    @Order(4)
    void shouldChangeNothingWhenNoBundleFits() throws Exception {
        OlmProcess.Result wrong = run("extension", "update", "mail", "--version", "9.x");

        assertThat(wrong.exitCode()).as("%s", wrong).isEqualTo(1);
        assertThat(wrong.errors()).startsWith("olm: nothing was changed: ");
        assertThat(version("mail")).isEqualTo("1.1.0");
    }

    @Test
    @Order(5)
    void shouldUpdateAndWaitUntilItIsInstalled() throws Exception {
        String printed = succeed("extension", "update", "mail", "--version", "1.x", "--dry-run=server", "-o", "yaml");
        assertThat(printed).startsWith("---\n").contains("      version: 1.x\n");
        assertThat(version("mail")).isEqualTo("1.1.0");

        assertThat(succeed("extension", "update", "mail", "--version", "1.x")).isEqualTo("""
            mail: the catalogs lead to bundle mail.v1.2.0 with version 1.2.0 of catalog mails
            mail: the selection is changed
            mail: version 1.2.0 is installed
            """);
    }

    @Test
    @Order(6)
    void shouldPinTheInstalledVersionAndReleaseIt() throws Exception {
        assertThat(succeed("extension", "pin", "mail")).isEqualTo("mail: version 1.2.0 is pinned, \"1.x\" before\n");
        assertThat(version("mail")).isEqualTo("1.2.0");
        assertThat(succeed("extension", "pin", "mail")).isEqualTo("mail: nothing to change\n");

        OlmProcess.Result range = run("extension", "pin", "mail", "1.x");
        assertThat(range.exitCode()).as("%s", range).isEqualTo(2);
        assertThat(range.errors())
                .isEqualTo("olm: \"1.x\" is not one version such as 1.0.0: \"olm extension update mail --version"
                        + " RANGE\" selects from a range\n");
        assertThat(version("mail")).isEqualTo("1.2.0");

        assertThat(succeed("extension", "unpin", "mail"))
                .startsWith("mail: any version is admitted, \"1.2.0\" before; ")
                .doesNotContain("SelfCertified");
        assertThat(version("mail")).isEmpty();
        assertThat(succeed("extension", "unpin", "mail", "--upgrade-constraint-policy", "SelfCertified"))
                .contains("mail: the policy is SelfCertified, so that any version may follow, also an older one; ");
        assertThat(succeed("extension", "unpin", "mail", "--upgrade-constraint-policy", "CatalogProvided"))
                .doesNotContain("SelfCertified");
    }

    @Test
    @Order(7)
    void shouldNameTheExtensionsThatUseACatalog() throws Exception {
        assertThat(succeed("catalog", "remove", "mails", "--dry-run"))
                .isEqualTo("  mail (package mail, version 1.2.0) gets no updates any more: no other catalog has its"
                        + " package\nmails: removed (dry run)\n");
    }

    @Test
    @Order(8)
    void shouldCountCustomResourcesAndDeleteNothingWithoutConfirmation() throws Exception {
        olm.apply(FIRST_LETTER);

        OlmProcess.Result asked = run("extension", "uninstall", "mail");

        assertThat(asked.exitCode()).as("%s", asked).isEqualTo(1);
        assertThat(asked.errors()).isEqualTo("olm: nothing was changed: confirm with --yes\n");
        assertThat(asked.output()).isEqualTo("""
            mail: version 1.2.0 is installed; a deletion deletes 2 objects (1 ConfigMap, 1 CustomResourceDefinition)
              CustomResourceDefinition letters.deps.example.com with 1 custom resource: first
              deletion policy Delete is assumed, because the default of operator-controller is not known: \
            --default-deletion-policy names it
            """);
        assertThat(succeed(
                        "extension", "uninstall", "mail", "--dry-run", "--default-deletion-policy", "RefuseWhileInUse"))
                .contains("; a deletion waits while custom resources exist, and then deletes 2 objects ")
                .contains("\nmail: is being deleted (dry run)\n");
        assertThat(succeed("extension", "uninstall", "mail", "--keep-definitions", "--dry-run", "-o", "json"))
                .contains("\"ConfigMap\" : 1")
                .doesNotContain("\"CustomResourceDefinition\" : ");
        assertThat(succeed("extension", "uninstall", "mail", "--dry-run=server", "-o", "json"))
                .contains("\"definition\" : \"letters.deps.example.com\"", "\"first\" : [ \"first\" ]");
        assertThat(hasLetters()).isTrue();
        assertThat(extension("mail"))
                .hasValueSatisfying(
                        there -> assertThat(there.isMarkedForDeletion()).isFalse());
    }

    @Test
    @Order(8)
    void shouldSayThatItIsNotKnownWhatGoesWhenTheUserMayNotReadTheRevision() throws Exception {
        olm.apply("""
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: alice, namespace: default}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: alice}
            rules:
            - apiGroups: [olm.operatorframework.io]
              resources: [clusterextensions, clusterobjectsets]
              verbs: [get, list, watch, delete]
            - {apiGroups: [""], resources: [serviceaccounts], verbs: [get, impersonate]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: alice}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: alice}
            subjects: [{kind: ServiceAccount, name: alice, namespace: default}]
            """);
        Rights.await(
                olm.client(),
                Rights.account("default", "alice"),
                Rights.right("delete", "olm.operatorframework.io", "clusterobjectsets"));
        Path alice = Files.writeString(
                directory.resolve("alice.kubeconfig"), olm.cluster().kubeconfigForServiceAccount("default", "alice"));

        assertThat(succeed("extension", "uninstall", "mail", "--dry-run", "--kubeconfig", alice.toString()))
                .contains(
                        " is installed; what a deletion deletes is not known\n",
                        "  not known: the objects of revision mail-",
                        ", perhaps with CustomResourceDefinitions, cannot be read: ");
    }

    @Test
    @Order(8)
    void shouldNotCountTheDefinitionOfAnotherExtension() throws Exception {
        String _ = succeed("extension", "install", "parcel", "--create-namespace", "--with-rbac", "--wait=false");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                extensions.status("parcel").conditions().toString())
                        .contains(LETTERS));

        assertThat(succeed("extension", "uninstall", "parcel", "--yes"))
                .startsWith("parcel: nothing is installed; a deletion deletes ")
                .doesNotContain("CustomResourceDefinition");
        assertThat(hasLetters()).isTrue();
    }

    @Test
    @Order(9)
    void shouldKeepTheObjectsAndTakeThemOverAgain() throws Exception {
        String before = uidOfLetters();

        assertThat(succeed("extension", "uninstall", "mail", "--keep-objects", "--yes"))
                .contains(
                        "; these stay: 2 objects ", "mail: deleted\n", "revisions that still hold the objects: mail-");
        assertThat(extension("mail")).isEmpty();
        assertThat(uidOfLetters()).isEqualTo(before);

        Path manifest = Files.writeString(
                directory.resolve("mail.yaml"),
                succeed("extension", "install", "mail", "--version", "1.2.0", "--dry-run", "-o", "yaml"));
        assertThat(succeed("plan", "-f", manifest.toString()))
                .startsWith("mail: nothing would change (version 1.2.0)\n")
                .doesNotContain("objects: ", "cannot be written");

        assertThat(succeed("extension", "install", "mail", "--version", "1.2.0"))
                .contains(
                        "clusterextension.olm.operatorframework.io/mail created\n",
                        "mail: version 1.2.0 is installed\n");
        assertThat(uidOfLetters()).isEqualTo(before);
    }

    @Test
    @Order(10)
    void shouldKeepTheDefinitionsAndTheirCustomResources() throws Exception {
        String before = uidOfLetters();

        assertThat(succeed("extension", "uninstall", "mail", "--keep-definitions", "--dry-run"))
                .isEqualTo("""
            mail: version 1.2.0 is installed; a deletion deletes 1 object (1 ConfigMap)
              stays: CustomResourceDefinition letters.deps.example.com with 1 custom resource: first
              deletion policy KeepDefinitions: the definitions and their custom resources stay
            mail: deleted (dry run)
              what stays: Namespace mail, ServiceAccount mail/mail-installer with its roles and bindings
            """);
        assertThat(succeed("extension", "uninstall", "mail", "--keep-definitions", "--yes"))
                .contains("mail: deleted\n");
        assertThat(extension("mail")).isEmpty();
        assertThat(uidOfLetters()).isEqualTo(before);

        assertThat(succeed("extension", "install", "mail", "--version", "1.2.0"))
                .contains("mail: version 1.2.0 is installed\n");
        assertThat(uidOfLetters()).isEqualTo(before);
    }

    @Test
    @Order(11)
    void shouldDeleteEverythingWhenItIsConfirmed() throws Exception {
        String output = succeed("extension", "uninstall", "mail", "--yes");

        assertThat(output)
                .contains(" with 1 custom resource: first\n", "\nmail: deleted\n")
                .endsWith("  what stays: Namespace mail, ServiceAccount mail/mail-installer with its roles and"
                        + " bindings\n");
        assertThat(extension("mail")).isEmpty();
        assertThat(hasLetters()).isFalse();
    }

    @Test
    @Order(12)
    void shouldInstallWithAnAccountOfItsOwn() throws Exception {
        assertThat(succeed(
                        "extension",
                        "install",
                        "mail",
                        "post",
                        "--version",
                        "1.1.0",
                        "--catalog",
                        "mails",
                        "--create-namespace",
                        "--with-rbac"))
                .contains(
                        "namespace/post created\n",
                        "serviceaccount/post-installer created\n",
                        "clusterrole.rbac.authorization.k8s.io/olm:post:post-installer created\n",
                        "clusterextension.olm.operatorframework.io/post created\n",
                        "post: version 1.1.0 is installed\n");
        assertThat(succeed("extension", "list", "-o", "jsonpath={[0].catalog}")).isEqualTo("mails");

        String _ = succeed("extension", "uninstall", "post", "-y", "-o", "json");
        assertThat(extension("post")).isEmpty();
    }

    @Test
    @Order(13)
    void shouldAddACatalogSwitchItOffAndOnAndRemoveIt() throws Exception {
        String image = pushCatalog("schema: olm.package\nname: one\n");

        assertThat(succeed("catalog", "add", "more", image, "--priority", "5", "--label", "team=post"))
                .isEqualTo("more: added\nmore: served\n");
        OlmProcess.Result again = run("catalog", "add", "more", image);
        assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
        assertThat(again.errors()).startsWith("olm: ClusterCatalog more exists: ");
        assertThat(catalog("more")).hasValueSatisfying(more -> {
            assertThat(more.getSpec().priority()).isEqualTo(5);
            assertThat(more.getMetadata().getLabels()).containsEntry("team", "post");
        });

        assertThat(succeed("catalog", "disable", "more")).isEqualTo("more: disabled\n");
        assertThat(catalog("more"))
                .hasValueSatisfying(
                        more -> assertThat(more.getSpec().availabilityMode()).isEqualTo(AvailabilityMode.UNAVAILABLE));
        OlmProcess.Result off = run("catalog", "refresh", "more");
        assertThat(off.exitCode()).as("%s", off).isEqualTo(1);
        assertThat(off.errors())
                .isEqualTo("olm: more was not refreshed: it is disabled: enable it by \"olm catalog enable more\"\n");
        assertThat(succeed("catalog", "enable", "more")).isEqualTo("more: enabled\nmore: served\n");

        String before = resolved("more");
        String _ = pushCatalog("schema: olm.package\nname: two\n");
        assertThat(succeed("catalog", "refresh", "more"))
                .startsWith("more: catalogd looks up the image now\nmore: served; the image is new: ")
                .endsWith(resolved("more") + "\n");
        assertThat(resolved("more")).isNotEqualTo(before);
        assertThat(succeed("catalog", "refresh", "more"))
                .isEqualTo("more: catalogd looks up the image now\nmore: served; the image is the same\n");
        assertThat(succeed("catalog", "refresh", "more", "--wait=false"))
                .startsWith("more: catalogd looks up the image now; ");

        OlmProcess.Result asked = run("catalog", "remove", "more");
        assertThat(asked.exitCode()).as("%s", asked).isEqualTo(1);
        assertThat(asked.errors()).isEqualTo("olm: nothing was changed: confirm with --yes\n");
        assertThat(succeed("catalog", "remove", "more", "--yes")).endsWith("more: removed\n");
        assertThat(catalog("more")).isEmpty();
    }

    @Test
    @Order(14)
    void shouldSayWhyACatalogIsNotServed() throws Exception {
        OlmProcess.Result lost =
                run("catalog", "add", "lost", olm.cluster().registryHost() + "/nothing/here:v1", "--timeout", "20s");

        assertThat(lost.exitCode()).as("%s", lost).isEqualTo(1);
        assertThat(lost.errors()).contains("lost: Retrying: ", "olm: lost was not served within 20 s; Retrying: ");
        assertThat(succeed("catalog", "remove", "lost", "--yes")).endsWith("lost: removed\n");
    }

    @Test
    @Order(15)
    void shouldUndoOnlyWhatItCreatedItself() {
        // given: an account of somebody else, and a role that this command once made with other rules
        olm.apply(account("theirs"));
        var sender = new ManifestSender(olm.client(), DryRun.NONE);
        String newSpace = "{apiVersion: v1, kind: Namespace, metadata: {name: undone}}";
        var _ = sender.send(trees(role("get"), newSpace));

        // when
        assertThatThrownBy(() -> sender.send(trees(account("theirs"), account("mine"), role("list"), newSpace)))
                .isInstanceOf(OlmException.class)
                .hasMessage("Namespace undone cannot be created: namespaces \"undone\" already exists; these stay,"
                        + " because the other one may use them: ServiceAccount default/mine");
        assertThatThrownBy(() -> sender.send(trees(
                        account("theirs"),
                        account("more"),
                        "{apiVersion: v1, kind: Pod, metadata: {name: x, namespace: default}}")))
                .isInstanceOf(OlmException.class)
                .hasMessageEndingWith("; what had been created was deleted again");

        // then
        assertThat(olm.client().serviceAccounts().inNamespace("default").list().getItems())
                .extracting(account -> account.getMetadata().getName())
                .contains("theirs", "mine")
                .doesNotContain("more");
        assertThat(olm.client()
                        .rbac()
                        .clusterRoles()
                        .withName("olm:default:mine")
                        .get()
                        .getRules()
                        .getFirst()
                        .getVerbs())
                .containsExactly("list");
    }

    private static String account(String name) {
        return "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: " + name + ", namespace: default}\n";
    }

    private static String role(String verb) {
        return "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: 'olm:default:mine'},"
                + " rules: [{apiGroups: [''], resources: [configmaps], verbs: [" + verb + "]}]}";
    }

    private static List<ObjectNode> trees(String... manifests) {
        return Stream.of(manifests)
                .map(manifest -> {
                    try {
                        return (ObjectNode) new YAMLMapper().readTree(manifest);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }

    private String pushCatalog(String content) throws Exception {
        Path catalog = Files.createTempDirectory("olm4j-catalog-");
        try {
            Files.writeString(catalog.resolve("catalog.yaml"), content);
            return olm.push("olm4j/more:v1", CatalogPacker.pack(catalog));
        } finally {
            DirectoryTree.delete(catalog);
        }
    }

    private Optional<ClusterExtension> extension(String name) {
        return Optional.ofNullable(
                olm.client().resources(ClusterExtension.class).withName(name).get());
    }

    /** The version of the spec; empty if there is none. */
    private String version(String name) {
        return extension(name)
                .flatMap(one -> Optional.ofNullable(one.getSpec().source().catalog()))
                .orElseThrow()
                .version();
    }

    private Optional<ClusterCatalog> catalog(String name) {
        return Optional.ofNullable(
                olm.client().resources(ClusterCatalog.class).withName(name).get());
    }

    private String resolved(String catalog) {
        return catalog(catalog)
                .flatMap(one -> one.statusOrEmpty().resolvedRef())
                .orElseThrow();
    }

    private boolean hasLetters() {
        return olm.client()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName(LETTERS)
                        .get()
                != null;
    }

    private String uidOfLetters() {
        return olm.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(LETTERS)
                .require()
                .getMetadata()
                .getUid();
    }

    private String succeed(String... arguments) throws Exception {
        return program().succeed(arguments);
    }

    private OlmProcess.Result run(String... arguments) throws Exception {
        return program().run(arguments);
    }

    private OlmProcess program() {
        return OlmProcess.on(olm, directory.resolve("caches"));
    }
}
