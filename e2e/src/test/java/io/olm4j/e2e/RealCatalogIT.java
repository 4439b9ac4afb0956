package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.cli.rbac.InstallerManifest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs operators of a real community catalog together, each with a service account that has just what {@code olm
 * rbac} prints, and upgrades two of them.
 */
class RealCatalogIT {

    /** A package, the version to start with, and the one to upgrade to. */
    private record Operator(String packageName, String channel, String version, Optional<String> upgrade) {

        List<String> versions() {
            return upgrade.map(to -> List.of(version, to)).orElse(List.of(version));
        }

        /** One that does not watch all namespaces has to be told to watch its own. */
        Optional<JsonNode> config() {
            return packageName.equals("koku-metrics-operator")
                    ? Optional.of(JsonNodeFactory.instance.objectNode().put("watchNamespace", namespace()))
                    : Optional.empty();
        }

        /** One of them is let bind and escalate, the others hold what their operators' roles grant. */
        Grants grants() {
            return packageName.equals("trident-operator") ? Grants.ESCALATE : Grants.OWN;
        }

        String namespace() {
            return packageName;
        }
    }

    private static final List<Operator> OPERATORS = List.of(
            new Operator("coherence-operator", "stable", "3.5.6", Optional.of("3.5.7")), // by replaces
            new Operator("clusterpulse", "fast-v1", "1.0.0", Optional.of("1.0.2")), // by skips
            new Operator("apicurio-registry-3", "3.x", "3.3.1", Optional.empty()),
            new Operator("trident-operator", "stable", "26.2.1", Optional.empty()),
            new Operator("hive-operator", "mce-2.0", "2.5.3516-a2ed9b3", Optional.empty()),
            new Operator("kairos-operator", "candidate-v2", "2.2.0", Optional.empty()),
            new Operator("koku-metrics-operator", "beta", "4.4.1", Optional.empty()));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path scratch;

    @Test
    void shouldInstallRealOperatorsTogetherAndUpgradeTwo() throws Exception {
        assumeThat(RealBundles.present())
                .as("real input: ../shared/data with a catalog and bundles is not beside this checkout")
                .isTrue();
        OlmCluster olm = OlmCluster.empty();
        var extensions = new Extensions(olm.client());
        Map<String, List<String>> versions = new LinkedHashMap<>();
        OPERATORS.forEach(operator -> versions.put(operator.packageName(), operator.versions()));

        olm.apply(catalog(RealBundles.push(olm, versions, scratch)));
        for (Operator operator : OPERATORS) {
            olm.apply(installer(operator));
            olm.apply(extension(operator));
        }

        for (Operator operator : OPERATORS) {
            extensions.awaitInstalled(operator.packageName(), operator.version());
            extensions.assertDeploymentsAvailable(operator.packageName());
        }

        for (Operator operator : OPERATORS) {
            operator.upgrade()
                    .ifPresent(version -> extensions.patchCatalogFilter(
                            operator.packageName(), "{\"version\":\"%s\"}".formatted(version)));
        }
        // Its definitions lose a pattern. That is for the administrator to allow.
        extensions.awaitProgressing(
                "coherence-operator", "Blocked", "validating upgrade for CRD", "pattern: pattern removed");
        extensions.allowUnsafeCrdUpgrades("coherence-operator");
        for (Operator operator : OPERATORS) {
            extensions.awaitInstalled(operator.packageName(), operator.upgrade().orElse(operator.version()));
            extensions.assertDeploymentsAvailable(operator.packageName());
        }

        for (Operator operator : OPERATORS) {
            extensions.delete(operator.packageName());
            assertThat(extensions.deployments(operator.packageName())).isEmpty();
        }
        assertThat(olm.client().resources(ClusterObjectSet.class).list().getItems())
                .isEmpty();
    }

    private static String catalog(String image) {
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata:
                  name: community
                spec:
                  source:
                    type: Image
                    image:
                      ref: %s
                """.formatted(image);
    }

    private static String extension(Operator operator) {
        String config = operator.config()
                .map(inline -> "  config:\n    configType: Inline\n    inline: " + inline + "\n")
                .orElse("");
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata:
                  name: %1$s
                spec:
                  namespace: %2$s
                  serviceAccount:
                    name: installer
                  source:
                    sourceType: Catalog
                    catalog:
                      packageName: %1$s
                      channels:
                        - %3$s
                      version: %4$s
                """.formatted(operator.packageName(), operator.namespace(), operator.channel(), operator.version())
                .concat(config);
    }

    private static String installer(Operator operator) {
        List<ObjectNode> objects = operator.versions().stream()
                .flatMap(version ->
                        RealBundles.render(operator.packageName(), version, operator.namespace(), operator.config())
                                .stream())
                .toList();
        return """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %1$s
                %2$s
                """.formatted(
                        operator.namespace(),
                        new InstallerManifest(operator.namespace(), "installer").yaml(objects, operator.grants()));
    }
}
