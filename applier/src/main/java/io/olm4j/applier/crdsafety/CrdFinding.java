package io.olm4j.applier.crdsafety;

/**
 * A change of a CustomResourceDefinition that may invalidate stored resources or break clients.
 *
 * @param crd the name of the CustomResourceDefinition
 * @param version for example {@code v1}, or {@code v1 -> v2} for two served versions; empty if the change is not in the
 *     schema of a version
 * @param path the path in the schema, for example {@code ^.spec.replicas}; empty if the version is empty
 * @param check the check that found the change, for example {@code type}
 * @param message describes the change
 */
public record CrdFinding(String crd, String version, String path, String check, String message) {

    /** The line of the condition, without the name of the CustomResourceDefinition. */
    public String text() {
        String where = version.isEmpty() ? "" : version + ": " + path + ": ";
        return where + check + ": " + message;
    }
}
