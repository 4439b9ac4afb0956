/** Progression probes: whether an object is ready, so that the next phase can start. */
@NullMarked
package io.olm4j.applier.probe;

import org.jspecify.annotations.NullMarked;
