/** Sends HTTP requests through the proxies that {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY} name. */
@NullMarked
package io.olm4j.proxies;

import org.jspecify.annotations.NullMarked;
