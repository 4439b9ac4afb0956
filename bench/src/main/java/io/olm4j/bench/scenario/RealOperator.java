package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.bench.RealBundles;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.cli.rbac.InstallerManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An operator of the real catalog.
 *
 * @param packageName also the name of the extension and of its namespace
 * @param version the one that is installed
 */
record RealOperator(String packageName, String version) {

    /** The image without the registry. */
    String image() {
        return "real/" + packageName + ":v" + version;
    }

    Path directory() {
        return RealBundles.directory(packageName, version);
    }

    /** The objects that install it. */
    List<ObjectNode> objects() {
        RegistryV1 bundle = RealBundles.read(directory());
        return RealBundles.render(bundle, packageName, config(bundle));
    }

    /** A namespace with an account that has the rights that {@code olm rbac} prints. */
    String installer() {
        return """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                %s
                """.formatted(packageName, new InstallerManifest(packageName, "installer").yaml(objects(), Grants.OWN));
    }

    /** The extension as YAML. */
    String extension() {
        String config = config(RealBundles.read(directory()))
                .map(inline -> "\n  config: {configType: Inline, inline: " + inline + "}")
                .orElse("");
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %1$s}
                spec:
                  namespace: %1$s
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: %1$s, version: %2$s}}%3$s
                """.formatted(packageName, version, config);
    }

    /** One that cannot watch all namespaces watches its own. */
    private Optional<JsonNode> config(RegistryV1 bundle) {
        Set<InstallMode> modes = bundle.csv().installModes();
        return modes.contains(InstallMode.ALL_NAMESPACES)
                ? Optional.empty()
                : Optional.of(JsonNodeFactory.instance.objectNode().put("watchNamespace", packageName));
    }
}
