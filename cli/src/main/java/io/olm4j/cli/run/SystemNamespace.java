package io.olm4j.cli.run;

import io.olm4j.cli.kube.SystemNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where olm4j is installed, if no flag says so. */
final class SystemNamespace {

    private static final Path OF_POD = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

    private SystemNamespace() {}

    /** The namespace of the pod that this process runs in; that of the manifests outside of a pod. */
    static String ofThisPod() {
        return of(OF_POD);
    }

    static String of(Path file) {
        try {
            String namespace = Files.exists(file) ? Files.readString(file).strip() : "";
            return namespace.isEmpty() ? SystemNames.NAMESPACE : namespace;
        } catch (IOException unreadable) {
            return SystemNames.NAMESPACE;
        }
    }
}
