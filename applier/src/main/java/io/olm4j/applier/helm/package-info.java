/** The Helm releases that the original left on a cluster. They are only read, to go on from what they installed. */
@NullMarked
package io.olm4j.applier.helm;

import org.jspecify.annotations.NullMarked;
