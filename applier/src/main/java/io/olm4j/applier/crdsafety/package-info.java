/**
 * Whether an upgrade of a CustomResourceDefinition keeps the objects that are stored and the clients that write them
 * working.
 */
@NullMarked
package io.olm4j.applier.crdsafety;

import org.jspecify.annotations.NullMarked;
