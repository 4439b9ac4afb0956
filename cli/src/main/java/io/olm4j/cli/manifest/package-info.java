/** How commands that change a cluster print their manifests, send them, ask before they delete, and wait. */
@NullMarked
package io.olm4j.cli.manifest;

import org.jspecify.annotations.NullMarked;
