/** Reads the objects of a revision from its spec and its Secrets. */
@NullMarked
package io.olm4j.applier.content;

import org.jspecify.annotations.NullMarked;
