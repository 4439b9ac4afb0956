package io.olm4j.oci.trust;

import java.util.Optional;
import okio.ByteString;

/**
 * A signature as it was found beside an image, not verified yet.
 *
 * @param payload what is signed
 * @param signature the signature in base64, if there is any
 */
public record SigstoreSignature(ByteString payload, Optional<String> signature) {}
