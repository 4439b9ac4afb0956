/** The names, parts, limits and errors of images. The packages below read, check and build images. */
@NullMarked
package io.olm4j.oci;

import org.jspecify.annotations.NullMarked;
