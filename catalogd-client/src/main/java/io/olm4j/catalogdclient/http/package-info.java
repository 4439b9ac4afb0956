/** The HTTP client that catalogs are read with: trust, proxies, timeouts. */
@NullMarked
package io.olm4j.catalogdclient.http;

import org.jspecify.annotations.NullMarked;
