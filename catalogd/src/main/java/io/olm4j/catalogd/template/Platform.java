package io.olm4j.catalogd.template;

/** What has a version that a template can name. */
public enum Platform {
    KUBERNETES("kube"),
    OPENSHIFT("openshift");

    private final String prefix;

    Platform(String prefix) {
        this.prefix = prefix;
    }

    /** How the names of its placeholders begin. */
    String prefix() {
        return prefix;
    }
}
