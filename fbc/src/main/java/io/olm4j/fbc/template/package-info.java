/** Templates: short files that are rendered to the packages, channels and bundles of a catalog. */
@NullMarked
package io.olm4j.fbc.template;

import org.jspecify.annotations.NullMarked;
