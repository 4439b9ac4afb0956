/** Helpers that the tests of this module share. */
@NullMarked
package io.olm4j.applier.testing;

import org.jspecify.annotations.NullMarked;
