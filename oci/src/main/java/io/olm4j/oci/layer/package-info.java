/** Layers unpacked, without being led out of the image or beyond its limits. */
@NullMarked
package io.olm4j.oci.layer;

import org.jspecify.annotations.NullMarked;
