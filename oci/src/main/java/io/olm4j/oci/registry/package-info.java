/** The registry client: requests, challenges and tokens, and the reading and writing of images. */
@NullMarked
package io.olm4j.oci.registry;

import org.jspecify.annotations.NullMarked;
