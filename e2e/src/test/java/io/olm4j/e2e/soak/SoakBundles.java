package io.olm4j.e2e.soak;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.pack.BuiltImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes the bundles of the soak: small ones, of which two versions differ in the ConfigMap and the Deployment. */
final class SoakBundles {

    private SoakBundles() {}

    /** The image of the container that the Deployment of a version runs. */
    static String containerImage(String version) {
        return "example.com/app:" + version;
    }

    static BuiltImage pack(SoakPackage member, String version) throws IOException, ImageException {
        Path directory = Files.createTempDirectory("olm4j-soak-");
        try {
            Files.createDirectories(directory.resolve("metadata"));
            Path manifests = Files.createDirectories(directory.resolve("manifests"));
            Files.writeString(directory.resolve("metadata/annotations.yaml"), """
                annotations:
                  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
                  operators.operatorframework.io.bundle.manifests.v1: manifests/
                  operators.operatorframework.io.bundle.metadata.v1: metadata/
                  operators.operatorframework.io.bundle.package.v1: %s
                """.formatted(member.label()));
            Files.writeString(manifests.resolve("csv.yaml"), csv(member, version));
            Files.writeString(manifests.resolve("settings.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s}
                data: {version: %s}
                """.formatted(member.settings(), version));
            if (member.hasService()) {
                Files.writeString(manifests.resolve("service.yaml"), """
                    apiVersion: v1
                    kind: Service
                    metadata: {name: %1$s}
                    spec: {selector: {app: %1$s}, ports: [{port: 80}]}
                    """.formatted(member.label()));
            }
            if (member.hasDefinition()) {
                Files.writeString(manifests.resolve("crd.yaml"), definition(member.label()));
            }
            return BundlePacker.pack(directory);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static String csv(SoakPackage member, String version) {
        String owned = member.hasDefinition()
                ? "{owned: [{name: %1$ss.soak.example.com, kind: %1$s, version: v1}]}".formatted(member.label())
                : "{}";
        return """
            apiVersion: operators.coreos.com/v1alpha1
            kind: ClusterServiceVersion
            metadata: {name: %1$s.v%2$s}
            spec:
              displayName: %1$s
              version: %2$s
              installModes: [{type: AllNamespaces, supported: true}]
              customresourcedefinitions: %3$s
              install:
                strategy: deployment
                spec:
                  clusterPermissions:
                  - serviceAccountName: %1$s
                    rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                  deployments:
                  - name: %1$s
                    spec:
                      replicas: 1
                      selector: {matchLabels: {app: %1$s}}
                      template:
                        metadata: {labels: {app: %1$s}}
                        spec:
                          serviceAccountName: %1$s
                          containers: [{name: app, image: "%4$s"}]
            """.formatted(member.label(), version, owned, containerImage(version));
    }

    private static String definition(String singular) {
        return """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: %1$ss.soak.example.com}
            spec:
              group: soak.example.com
              scope: Cluster
              names: {plural: %1$ss, singular: %1$s, kind: %1$s, listKind: %1$sList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """.formatted(singular);
    }
}
