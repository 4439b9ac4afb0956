/** Tests that apply the manifests to a real API server, and check them against each other. */
@NullMarked
package io.olm4j.manifests;

import org.jspecify.annotations.NullMarked;
