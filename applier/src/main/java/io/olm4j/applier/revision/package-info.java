/** From rendered objects to a ClusterObjectSet and its Secrets, and the history of revisions of an extension. */
@NullMarked
package io.olm4j.applier.revision;

import org.jspecify.annotations.NullMarked;
