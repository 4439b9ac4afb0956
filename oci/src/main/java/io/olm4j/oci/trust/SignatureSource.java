package io.olm4j.oci.trust;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.util.List;

/** The source at which an image was found, with its signatures. */
public interface SignatureSource {

    /** The image, as this source names it. */
    ImageReference image();

    /** The signatures of the manifest, not yet verified; empty if there are none. */
    List<SigstoreSignature> signatures(Digest manifest) throws ImageException, ContentException;
}
