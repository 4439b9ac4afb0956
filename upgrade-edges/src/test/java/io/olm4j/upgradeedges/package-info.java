/** Tests of the resolver: golden directories, a second naive resolver, properties. */
@NullMarked
package io.olm4j.upgradeedges;

import org.jspecify.annotations.NullMarked;
