/**
 * Chooses the bundle that an extension should have now, from what the catalogs offer and from the revisions that it
 * has.
 */
@NullMarked
package io.olm4j.upgradeedges.choice;

import org.jspecify.annotations.NullMarked;
