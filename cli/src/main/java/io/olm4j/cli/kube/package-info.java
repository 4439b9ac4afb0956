/** How commands reach the cluster of the user, and what they say when it refuses. */
@NullMarked
package io.olm4j.cli.kube;

import org.jspecify.annotations.NullMarked;
