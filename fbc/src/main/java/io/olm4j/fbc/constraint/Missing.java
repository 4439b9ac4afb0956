package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.SkipRange;

/** An API or a package that a bundle needs and the cluster does not have. */
public sealed interface Missing {
    /** The API is not served. */
    record Api(ApiKind api) implements Missing {}

    /** No bundle of this package in this range is installed. */
    record PackageInRange(String name, SkipRange range) implements Missing {}
}
