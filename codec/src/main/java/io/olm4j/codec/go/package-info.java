/** Numbers as Go writes them. */
@NullMarked
package io.olm4j.codec.go;

import org.jspecify.annotations.NullMarked;
