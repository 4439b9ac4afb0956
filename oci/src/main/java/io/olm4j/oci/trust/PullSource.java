package io.olm4j.oci.trust;

import io.olm4j.oci.ImageReference;
import java.util.Optional;

/**
 * One place an image can be pulled from: a mirror, or the registry that its reference names.
 *
 * @param reference the image as this place names it
 * @param insecure whether TLS is not verified there, or left out if the registry does not speak it
 * @param blocked why nothing may be pulled from there, if so
 */
public record PullSource(ImageReference reference, boolean insecure, Optional<String> blocked) {}
