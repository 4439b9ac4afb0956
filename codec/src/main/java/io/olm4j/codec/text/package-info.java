/** Texts that are read: where something stands, how much may be read, and what is wrong. */
@NullMarked
package io.olm4j.codec.text;

import org.jspecify.annotations.NullMarked;
