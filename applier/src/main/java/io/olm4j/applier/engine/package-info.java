/** Rolls a revision out phase by phase, keeps it, and takes it down again. */
@NullMarked
package io.olm4j.applier.engine;

import org.jspecify.annotations.NullMarked;
