/**
 * Chooses the bundle that an extension should have now, from the bundles of the catalogs and the revisions of the
 * extension.
 */
@NullMarked
package io.olm4j.upgradeedges.choice;

import org.jspecify.annotations.NullMarked;
