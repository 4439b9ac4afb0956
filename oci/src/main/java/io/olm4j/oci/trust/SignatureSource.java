package io.olm4j.oci.trust;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.util.List;

/** The place where an image was found, and where its signatures are. */
public interface SignatureSource {

    /** The image as this place names it. */
    ImageReference image();

    /** The signatures of the manifest, none of them verified; empty if there are none. */
    List<SigstoreSignature> signatures(Digest manifest) throws ImageException, ContentException;
}
