/** Benchmarks of whole processes. */
@NullMarked
package io.olm4j.bench.system;

import org.jspecify.annotations.NullMarked;
