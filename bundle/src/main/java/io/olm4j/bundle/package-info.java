/** registry+v1 bundles: what one contains, and the options for rendering it. */
@NullMarked
package io.olm4j.bundle;

import org.jspecify.annotations.NullMarked;
