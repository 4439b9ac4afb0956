/** Tests of what the scenarios compute. */
@NullMarked
package io.olm4j.bench.scenario;

import org.jspecify.annotations.NullMarked;
