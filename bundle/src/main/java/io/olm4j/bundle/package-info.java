/** registry+v1 bundles: read, check, configure, render. */
@NullMarked
package io.olm4j.bundle;

import org.jspecify.annotations.NullMarked;
