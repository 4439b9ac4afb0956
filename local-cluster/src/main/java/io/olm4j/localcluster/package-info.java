/** A real Kubernetes control plane on this machine. */
@NullMarked
package io.olm4j.localcluster;

import org.jspecify.annotations.NullMarked;
