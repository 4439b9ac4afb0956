package io.olm4j.catalogd.template;

/** A platform whose version a template can use. */
public enum ClusterPlatform {
    KUBERNETES("kube"),
    OPENSHIFT("openshift");

    private final String prefix;

    ClusterPlatform(String prefix) {
        this.prefix = prefix;
    }

    /** How the names of its placeholders begin. */
    String prefix() {
        return prefix;
    }
}
