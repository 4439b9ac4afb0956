package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The health checks for Argo CD and Flux on the statuses that the controllers write, from blocked to upgraded. */
class GitOpsHealthIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @Test
    void shouldFollowAnExtensionAndItsCatalog() throws Exception {
        // Given
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0");
        bundles.addBundle("mail", "1.0.0", "", "", "");
        bundles.addBundle("mail", "1.1.0", "", "", "");
        olm.applyCatalog("mails", bundles.catalog());

        // When: the account lacks rights
        olm.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: mail}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: mail}
                ---
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail}
                spec:
                  namespace: mail
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: mail, version: "1.0.0"}}
                """);

        // Then
        extensions.awaitProgressing("mail", "Blocked", "is missing permissions", "olm rbac");
        awaitHealth("clusterextensions/mail", "Degraded", "Failed");
        awaitHealth("clustercatalogs/mails", "Healthy", "Current");

        // When
        olm.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: mail-installer}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{kind: ServiceAccount, name: installer, namespace: mail}]
                """);
        extensions.awaitInstalled("mail", "1.0.0");

        // Then
        awaitHealth("clusterextensions/mail", "Healthy", "Current");
        awaitHealth("clusterobjectsets/mail-1", "Healthy", "Current");

        // When
        extensions.patchCatalogFilter("mail", "{\"version\":\"9.x\"}");
        extensions.awaitProgressing("mail", "Retrying", "9.x");

        // Then
        awaitHealth("clusterextensions/mail", "Progressing", "InProgress");

        // When
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Manual");
        extensions.patchCatalogFilter("mail", "{\"version\":\"1.x\"}");
        extensions.awaitProgressing("mail", "AwaitingApproval", "mail.v1.1.0");

        // Then
        awaitHealth("clusterextensions/mail", "Suspended", "Current");

        // When
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Automatic");
        extensions.awaitInstalled("mail", "1.1.0");

        // Then
        awaitHealth("clusterextensions/mail", "Healthy", "Current");
        awaitHealth("clusterobjectsets/mail-1", "Healthy", "Current");
        awaitHealth("clusterobjectsets/mail-2", "Healthy", "Current");

        // When
        olm.client()
                .resources(ClusterExtension.class)
                .withName("mail")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"config\":{\"configType\":\"Inline\",\"inline\":{\"noSuchField\":1}}}}");
        extensions.awaitProgressing("mail", "InvalidConfiguration", "noSuchField");

        // Then
        awaitHealth("clusterextensions/mail", "Degraded", "Failed");

        // When
        patchCatalog(
                "{\"spec\":{\"source\":{\"image\":{\"ref\":\"" + olm.cluster().registryHost() + "/none:v1\"}}}}");

        // Then
        awaitHealth("clustercatalogs/mails", "Progressing", "InProgress");

        // When
        patchCatalog("{\"spec\":{\"availabilityMode\":\"Unavailable\"}}");

        // Then
        awaitHealth("clustercatalogs/mails", "Suspended", "Current");
    }

    private void patchCatalog(String mergePatch) {
        olm.client()
                .resources(ClusterCatalog.class)
                .withName("mails")
                .patch(PatchContext.of(PatchType.JSON_MERGE), mergePatch);
    }

    private void awaitHealth(String path, String argoCd, String flux) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode object =
                    new ObjectMapper().readTree(olm.client().raw("/apis/olm.operatorframework.io/v1/" + path));
            assertThat(ArgoCdHealth.read().of(object).status())
                    .as("Argo CD: %s", object)
                    .isEqualTo(argoCd);
            assertThat(FluxHealth.read().of(object)).as("Flux: %s", object).isEqualTo(flux);
        });
    }
}
