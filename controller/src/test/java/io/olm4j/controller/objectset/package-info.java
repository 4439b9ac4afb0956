/** Tests of the reconciler of ClusterObjectSets. */
@NullMarked
package io.olm4j.controller.objectset;

import org.jspecify.annotations.NullMarked;
