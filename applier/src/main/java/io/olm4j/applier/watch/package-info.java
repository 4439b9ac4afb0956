/** Informers on what revisions manage and on what they wait for. */
@NullMarked
package io.olm4j.applier.watch;

import org.jspecify.annotations.NullMarked;
