package io.olm4j.fbc.property;

import java.util.Optional;

/** The decoded value of a bundle's property. Fields that are left out are empty. */
public sealed interface PropertyValue {
    /**
     * {@code olm.package}: the identity of the bundle itself.
     *
     * @param version not checked
     * @param release not checked; present if the property has it, even as the empty text
     */
    record BundlePackage(String packageName, String version, Optional<String> release) implements PropertyValue {}

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
     * {@code olm.maxOpenShiftVersion}: the newest OpenShift release the bundle works on. Both numbers have 64 bits and
     * no sign.
     */
    record MaxOpenShiftVersion(long major, long minor) implements PropertyValue {}

    /**
     * The oldest Kubernetes that the bundle works on.
     *
     * @param version not checked
     */
    record MinKubeVersion(String version) implements PropertyValue {}

    /**
     * Any other property, which OLM does not interpret.
     *
     * @param json its text, not checked
     */
    record Other(String type, String json) implements PropertyValue {}
}
