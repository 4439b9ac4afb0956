/** Unpacks catalogs and serves them over HTTP. */
@NullMarked
package io.olm4j.catalogd;

import org.jspecify.annotations.NullMarked;
