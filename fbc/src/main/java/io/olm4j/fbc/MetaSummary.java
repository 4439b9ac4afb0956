package io.olm4j.fbc;

import io.olm4j.fbc.property.ApiKind;
import java.util.Set;

/**
 * The entry of an object in the index of a catalog.
 *
 * @param header the object's schema, package and name
 * @param providedApis the APIs that its properties of type {@code olm.gvk} name, at most {@link #MAX_PROVIDED_APIS};
 *     empty unless it is a bundle
 */
public record MetaSummary(MetaHeader header, Set<ApiKind> providedApis) {
    /** Far more than a large operator provides. */
    public static final int MAX_PROVIDED_APIS = 1_000;

    /** Copies the set. */
    public MetaSummary {
        providedApis = Set.copyOf(providedApis);
    }
}
