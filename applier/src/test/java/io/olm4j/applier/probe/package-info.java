/** Tests. */
@NullMarked
package io.olm4j.applier.probe;

import org.jspecify.annotations.NullMarked;
