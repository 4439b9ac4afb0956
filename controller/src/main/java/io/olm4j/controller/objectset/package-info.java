/** The reconciler of ClusterObjectSets: rolls revisions out, keeps them, takes them down, and says how far they are. */
@NullMarked
package io.olm4j.controller.objectset;

import org.jspecify.annotations.NullMarked;
