/** The upgrade edges of an installed bundle, and the paths over them. */
@NullMarked
package io.olm4j.upgradeedges.path;

import org.jspecify.annotations.NullMarked;
