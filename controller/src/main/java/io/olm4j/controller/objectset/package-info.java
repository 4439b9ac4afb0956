/**
 * The reconciler of ClusterObjectSets: rolls revisions out, maintains them, tears them down, and reports their
 * progress.
 */
@NullMarked
package io.olm4j.controller.objectset;

import org.jspecify.annotations.NullMarked;
