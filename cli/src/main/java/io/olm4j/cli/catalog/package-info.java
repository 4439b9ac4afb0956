/** The commands {@code olm catalog …}: file-based catalogs checked and shown. */
@NullMarked
package io.olm4j.cli.catalog;

import org.jspecify.annotations.NullMarked;
