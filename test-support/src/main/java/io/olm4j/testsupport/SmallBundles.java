package io.olm4j.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Texts of small bundles and of the account that installs them. Two versions differ in ConfigMap and Deployment. */
public final class SmallBundles {

    private SmallBundles() {}

    /**
     * Writes a bundle.
     *
     * @param directory exists, and is empty
     * @param manifests the texts of its manifests by file name
     */
    public static void write(Path directory, String packageName, Map<String, String> manifests) throws IOException {
        Path metadata = Files.createDirectories(directory.resolve("metadata"));
        Files.writeString(metadata.resolve("annotations.yaml"), """
                annotations:
                  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
                  operators.operatorframework.io.bundle.manifests.v1: manifests/
                  operators.operatorframework.io.bundle.metadata.v1: metadata/
                  operators.operatorframework.io.bundle.package.v1: %s
                """.formatted(packageName));
        Path files = Files.createDirectories(directory.resolve("manifests"));
        for (Map.Entry<String, String> manifest : manifests.entrySet()) {
            Files.writeString(files.resolve(manifest.getKey()), manifest.getValue());
        }
    }

    /** The image of the container that the Deployment of a version runs. */
    public static String containerImage(String version) {
        return "example.com/app:" + version;
    }

    /**
     * A ClusterServiceVersion with a Deployment, its service account and a ClusterRole.
     *
     * @param definitions the value of {@code customresourcedefinitions}, YAML in flow style
     */
    public static String operator(String name, String version, String definitions) {
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
                """.formatted(name, version, definitions, containerImage(version));
    }

    /** A ConfigMap that holds the version. */
    public static String settings(String name, String version) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s}
                data: {version: %s}
                """.formatted(name, version);
    }

    /** The Service of the Deployment with this name. */
    public static String service(String name) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: %1$s}
                spec: {selector: {app: %1$s}, ports: [{port: 80}]}
                """.formatted(name);
    }

    /** The CustomResourceDefinition of a kind, with any fields. The plural is the kind in lower case and an s. */
    public static String definition(String kind, String group, String scope) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %1$ss.%3$s}
                spec:
                  group: %3$s
                  scope: %4$s
                  names: {plural: %1$ss, singular: %1$s, kind: %2$s, listKind: %2$sList}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(kind.toLowerCase(Locale.ROOT), kind, group, scope);
    }

    /** A namespace, and in it the service account {@code installer} with all rights. */
    public static String installer(String namespace) {
        return """
                apiVersion: v1
                kind: Namespace
                metadata: {name: %1$s}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: %1$s}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s-installer}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{kind: ServiceAccount, name: installer, namespace: %1$s}]
                """.formatted(namespace);
    }
}
