/** Reads catalogs over HTTP into an on-disk package index. */
@NullMarked
package io.olm4j.catalogdclient;

import org.jspecify.annotations.NullMarked;
