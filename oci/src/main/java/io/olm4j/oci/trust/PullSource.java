package io.olm4j.oci.trust;

import io.olm4j.oci.ImageReference;
import java.util.Optional;

/**
 * A source from which an image can be pulled: a mirror, or the registry that its reference names.
 *
 * @param reference the image, as this source names it
 * @param insecure whether TLS is not verified at this source, or not used if the registry has no TLS
 * @param blocked why pulls from this source are blocked; empty if they are not
 */
public record PullSource(ImageReference reference, boolean insecure, Optional<String> blocked) {}
