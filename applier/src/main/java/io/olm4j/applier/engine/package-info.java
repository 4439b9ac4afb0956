/** Rolls a revision out phase by phase, maintains it, and tears it down. */
@NullMarked
package io.olm4j.applier.engine;

import org.jspecify.annotations.NullMarked;
