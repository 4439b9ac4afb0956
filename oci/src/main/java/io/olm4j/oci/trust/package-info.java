/**
 * The choice of registries and the trust in images, as configured in {@code registries.conf}, {@code registries.d} and
 * {@code policy.json}.
 */
@NullMarked
package io.olm4j.oci.trust;

import org.jspecify.annotations.NullMarked;
