/** The metrics of a process and its controllers, under the names that controllers written in Go use. */
@NullMarked
package io.olm4j.process.metrics;

import org.jspecify.annotations.NullMarked;
