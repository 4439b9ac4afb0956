/** The basics of reading texts: locations, limits and errors. */
@NullMarked
package io.olm4j.codec.text;

import org.jspecify.annotations.NullMarked;
