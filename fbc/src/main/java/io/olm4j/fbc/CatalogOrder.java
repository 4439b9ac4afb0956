package io.olm4j.fbc;

import io.olm4j.codec.json.CanonicalJson;
import java.util.Comparator;

/**
 * The order in which opm writes catalogs: package by package, sorted by name. Each has the package object, its channels
 * and its bundles by name, other objects by schema, then deprecations. Objects without a package are at the end.
 */
public final class CatalogOrder {
    private static final Comparator<Meta> ORDER = Comparator.comparingInt(CatalogOrder::belongsNowhere)
            .thenComparing(Meta::owningPackage, CanonicalJson.KEY_ORDER)
            .thenComparingInt(CatalogOrder::rank)
            .thenComparing(CatalogOrder::sortedBy, CanonicalJson.KEY_ORDER);

    private CatalogOrder() {}

    /** Compares by schema, package and name only. The result is 0 for objects with the same position in this order. */
    public static Comparator<Meta> comparator() {
        return ORDER;
    }

    private static int belongsNowhere(Meta meta) {
        return meta.owningPackage().isEmpty() ? 1 : 0;
    }

    private static int rank(Meta meta) {
        return switch (meta.schema()) {
            case Schemas.PACKAGE -> 0;
            case Schemas.CHANNEL -> 1;
            case Schemas.BUNDLE -> 2;
            case Schemas.DEPRECATIONS -> 4;
            default -> 3;
        };
    }

    private static String sortedBy(Meta meta) {
        return switch (meta.schema()) {
            case Schemas.CHANNEL, Schemas.BUNDLE -> meta.name();
            case Schemas.PACKAGE, Schemas.DEPRECATIONS -> "";
            default -> meta.owningPackage().isEmpty() ? "" : meta.schema();
        };
    }
}
