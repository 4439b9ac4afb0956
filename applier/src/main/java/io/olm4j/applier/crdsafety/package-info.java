/** Judges whether an upgrade of a CustomResourceDefinition keeps stored resources valid and clients working. */
@NullMarked
package io.olm4j.applier.crdsafety;

import org.jspecify.annotations.NullMarked;
