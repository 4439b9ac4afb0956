/** An HTTP server that limits slow, numerous and faulty clients; it serves catalog content, health and metrics. */
@NullMarked
package io.olm4j.process.http;

import org.jspecify.annotations.NullMarked;
