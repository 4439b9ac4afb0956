/** Whom to trust as a registry, and how to prove to one who we are. */
@NullMarked
package io.olm4j.oci.tls;

import org.jspecify.annotations.NullMarked;
