package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ConditionTypes;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Extensions whose upgrades wait for an approval, and what the status and the Events say of updates. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpgradeApprovalIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @BeforeAll
    void setUp() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0", "1.2.0");
        bundles.addBundle("mail", "1.0.0", "", "", "");
        bundles.addBundle("mail", "1.1.0", "", "", "");
        bundles.addBundle("mail", "1.2.0", "", "", "");
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
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: mail-installer}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{kind: ServiceAccount, name: installer, namespace: mail}]
                ---
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
    @Order(2)
    void shouldKeepWhatIsInstalledUntilTheUpgradeIsApproved() {
        annotate("olm4j.io/upgrade-approval", "Manual");
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
    void shouldUpgradeToTheApprovedBundleAndWaitForTheNext() {
        annotate("olm4j.io/approved-bundle", "mail.v1.1.0");

        extensions.awaitProgressing("mail", "AwaitingApproval", "the upgrade to bundle \"mail.v1.2.0\"");
        assertThat(extensions.installed("mail"))
                .hasValueSatisfying(bundle -> assertThat(bundle.version()).isEqualTo("1.1.0"));
        awaitEvent("UpgradeStarted", "bundle mail.v1.1.0 with version 1.1.0");
    }

    @Test
    @Order(5)
    void shouldUpgradeByItselfWhenNoApprovalIsNeededAnyMore() {
        annotate("olm4j.io/upgrade-approval", "Automatic");

        extensions.awaitInstalled("mail", "1.2.0");
        awaitUpdate("UpToDate", "no bundle in the selected catalogs may follow the installed one");
    }

    private void annotate(String key, String value) {
        olm.client()
                .resources(ClusterExtension.class)
                .withName("mail")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"" + key + "\":\"" + value + "\"}}}");
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
