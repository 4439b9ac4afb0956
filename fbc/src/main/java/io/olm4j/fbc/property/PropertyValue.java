package io.olm4j.fbc.property;

/** The decoded value of a bundle's property. Fields that are left out are empty. */
public sealed interface PropertyValue {
    /**
     * {@code olm.package.required}: another package the bundle needs.
     *
     * @param versionRange in the dialect of skip ranges; not checked
     */
    record RequiredPackage(String packageName, String versionRange) implements PropertyValue {}

    /** {@code olm.gvk}: an API the bundle provides. */
    record ProvidedApi(ApiKind api) implements PropertyValue {}

    /** {@code olm.gvk.required}: an API the bundle needs. */
    record RequiredApi(ApiKind api) implements PropertyValue {}

    /**
     * {@code olm.constraint}: a compound requirement.
     *
     * @param json its text, not checked
     */
    record CompoundConstraint(String json) implements PropertyValue {}

    /**
     * The oldest Kubernetes that the bundle works on.
     *
     * @param version not checked
     */
    record MinKubeVersion(String version) implements PropertyValue {}

    /**
     * Any other property, which is neither a dependency nor a provided API.
     *
     * @param json its text, not checked
     */
    record Other(String type, String json) implements PropertyValue {}
}
