/** Provides the programs of the control plane from a directory, the cache, or a build from pinned Go sources. */
@NullMarked
package io.olm4j.localcluster.assets;

import org.jspecify.annotations.NullMarked;
