package io.olm4j.catalogd.template;

/** A platform whose version a template can use. */
public enum ClusterPlatform {
    KUBERNETES("kube"),
    OPENSHIFT("openshift");

    private final String prefix;

    ClusterPlatform(String prefix) {
        this.prefix = prefix;
    }

    /** The prefix of its placeholders' names. */
    String prefix() {
        return prefix;
    }
}
