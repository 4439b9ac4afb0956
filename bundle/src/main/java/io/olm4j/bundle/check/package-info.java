/** Checks a bundle directory without the options of an installation. */
@NullMarked
package io.olm4j.bundle.check;

import org.jspecify.annotations.NullMarked;
