/** Reads the directory of a bundle. */
@NullMarked
package io.olm4j.bundle.read;

import org.jspecify.annotations.NullMarked;
