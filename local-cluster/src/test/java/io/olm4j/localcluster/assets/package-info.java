/** Tests for finding and building the programs of the control plane. */
@NullMarked
package io.olm4j.localcluster.assets;

import org.jspecify.annotations.NullMarked;
