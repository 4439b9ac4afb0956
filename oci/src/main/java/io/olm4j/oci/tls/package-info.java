/** Trusted authorities of registries, and client certificates for them. */
@NullMarked
package io.olm4j.oci.tls;

import org.jspecify.annotations.NullMarked;
