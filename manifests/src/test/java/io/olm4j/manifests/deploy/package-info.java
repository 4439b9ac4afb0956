/** What the overlays deploy, rendered by kustomize and applied to a real API server. */
@NullMarked
package io.olm4j.manifests.deploy;

import org.jspecify.annotations.NullMarked;
