/** A package as a catalog states it: bundles, channels, entries and deprecations. */
@NullMarked
package io.olm4j.upgradeedges.catalog;

import org.jspecify.annotations.NullMarked;
