/**
 * Which registries to use and which images to trust, as {@code registries.conf}, {@code registries.d} and {@code
 * policy.json} say.
 */
@NullMarked
package io.olm4j.oci.trust;

import org.jspecify.annotations.NullMarked;
