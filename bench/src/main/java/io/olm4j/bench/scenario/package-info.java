/** Scenarios of whole clusters that {@code bench/run} measures, with the controllers as processes of their own. */
@NullMarked
package io.olm4j.bench.scenario;

import org.jspecify.annotations.NullMarked;
