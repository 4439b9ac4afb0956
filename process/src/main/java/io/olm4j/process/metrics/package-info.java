/** What a process measures of itself, by the names that controllers written in Go use for the same. */
@NullMarked
package io.olm4j.process.metrics;

import org.jspecify.annotations.NullMarked;
