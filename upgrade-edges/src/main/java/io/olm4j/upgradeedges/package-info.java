/** The resolver, which chooses a bundle of a package by its upgrade edges. */
@NullMarked
package io.olm4j.upgradeedges;

import org.jspecify.annotations.NullMarked;
