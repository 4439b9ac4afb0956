/** The registry client: requests, challenges, tokens, and the images that are read and written by them. */
@NullMarked
package io.olm4j.oci.registry;

import org.jspecify.annotations.NullMarked;
