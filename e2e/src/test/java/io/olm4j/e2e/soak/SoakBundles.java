package io.olm4j.e2e.soak;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.testsupport.SmallBundles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the bundles of the soak: small ones. Two versions differ in a ConfigMap and the Deployment, and each has a
 * ConfigMap that no other one has.
 */
final class SoakBundles {

    private SoakBundles() {}

    static BuiltImage pack(SoakPackage member, String version) throws IOException, ImageException {
        Path directory = Files.createTempDirectory("olm4j-soak-");
        try {
            SmallBundles.write(directory, member.label(), manifests(member, version));
            return BundlePacker.pack(directory);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static Map<String, String> manifests(SoakPackage member, String version) {
        String name = member.label();
        Map<String, String> manifests = new HashMap<>();
        String owned = member.hasDefinition()
                ? "{owned: [{name: %1$ss.soak.example.com, kind: %1$s, version: v1}]}".formatted(name)
                : "{}";
        manifests.put("csv.yaml", SmallBundles.operator(name, version, owned));
        manifests.put("settings.yaml", SmallBundles.settings(member.settings(), version));
        manifests.put("only.yaml", SmallBundles.settings(name + "-only-" + version, version));
        if (member.hasService()) {
            manifests.put("service.yaml", SmallBundles.service(name));
        }
        if (member.hasDefinition()) {
            manifests.put("crd.yaml", SmallBundles.definition(name, "soak.example.com", "Cluster"));
        }
        return manifests;
    }
}
