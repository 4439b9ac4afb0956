/** Whether an object does what it should before the next phase starts. */
@NullMarked
package io.olm4j.applier.probe;

import org.jspecify.annotations.NullMarked;
