/** Builds images from directories, to push them or write them to disk. */
@NullMarked
package io.olm4j.oci.pack;

import org.jspecify.annotations.NullMarked;
