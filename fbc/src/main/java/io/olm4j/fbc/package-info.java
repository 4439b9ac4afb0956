/** File-based catalogs: reader, validation, writer. */
@NullMarked
package io.olm4j.fbc;

import org.jspecify.annotations.NullMarked;
