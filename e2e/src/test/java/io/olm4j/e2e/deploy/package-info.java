/** Runs what the overlays deploy, as processes that see what a pod would see. */
@NullMarked
package io.olm4j.e2e.deploy;

import org.jspecify.annotations.NullMarked;
