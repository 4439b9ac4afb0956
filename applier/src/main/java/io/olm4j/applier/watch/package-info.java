/** Informers for the objects that revisions manage and for the objects that they wait for. */
@NullMarked
package io.olm4j.applier.watch;

import org.jspecify.annotations.NullMarked;
