package io.olm4j.applier.crdsafety;

/**
 * A change of a CustomResourceDefinition that may break what is stored or who writes it.
 *
 * @param crd its name
 * @param version such as {@code v1}, or {@code v1 -> v2} between two served versions; empty if the change is not one of
 *     a version's schema
 * @param path of the schema, such as {@code ^.spec.replicas}; empty like the version
 * @param check that found it, such as {@code type}
 * @param message what changed
 */
public record CrdFinding(String crd, String version, String path, String check, String message) {

    /** The line of the condition, without the name of the CustomResourceDefinition. */
    public String text() {
        String where = version.isEmpty() ? "" : version + ": " + path + ": ";
        return where + check + ": " + message;
    }
}
