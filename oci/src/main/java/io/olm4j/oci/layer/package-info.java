/** Unpacks layers, without leaving the directory of the image or exceeding its limits. */
@NullMarked
package io.olm4j.oci.layer;

import org.jspecify.annotations.NullMarked;
