/** The version and the kinds of the API server, read again after events that may change them. */
@NullMarked
package io.olm4j.controller.cluster;

import org.jspecify.annotations.NullMarked;
