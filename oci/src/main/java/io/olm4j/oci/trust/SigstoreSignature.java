package io.olm4j.oci.trust;

import java.util.Optional;
import okio.ByteString;

/**
 * A signature that was found beside an image and is not yet verified.
 *
 * @param payload the signed content
 * @param signature the signature in base64, if there is one
 */
public record SigstoreSignature(ByteString payload, Optional<String> signature) {}
