/** Templates: short files from which the packages, channels and bundles of a catalog are rendered. */
@NullMarked
package io.olm4j.fbc.template;

import org.jspecify.annotations.NullMarked;
