/** Reads, applies, owns and releases single objects of a revision. */
@NullMarked
package io.olm4j.applier.object;

import org.jspecify.annotations.NullMarked;
