/** Serves the content of catalogs over HTTP. */
@NullMarked
package io.olm4j.catalogd.http;

import org.jspecify.annotations.NullMarked;
