package io.olm4j.cli.kube;

import picocli.CommandLine.Option;

/** The option {@code --system-namespace}. */
public final class SystemNamespaceOption {

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = SystemNames.NAMESPACE,
            description = "The namespace of operator-controller. Default: ${DEFAULT-VALUE}.")
    private String namespace = SystemNames.NAMESPACE;

    /** The namespace that the user named, else that of the manifests. */
    public String value() {
        return namespace;
    }
}
