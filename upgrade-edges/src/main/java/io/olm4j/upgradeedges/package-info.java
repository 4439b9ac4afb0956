/** The package graph and the resolver that follows its upgrade edges. */
@NullMarked
package io.olm4j.upgradeedges;

import org.jspecify.annotations.NullMarked;
