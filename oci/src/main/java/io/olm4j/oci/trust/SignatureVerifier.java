package io.olm4j.oci.trust;

import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Decides whether signatures meet a requirement; one valid signature is enough. */
final class SignatureVerifier {

    private final PolicyRequirement.SigstoreSigned requirement;
    private final ImageReference asked;
    private final Manifest.Document manifest;

    /**
     * A verifier of one image.
     *
     * @param asked the image as the user names it
     * @param manifest the image itself
     */
    SignatureVerifier(PolicyRequirement.SigstoreSigned requirement, ImageReference asked, Manifest.Document manifest) {
        this.requirement = requirement;
        this.asked = asked;
        this.manifest = manifest;
    }

    /** Why no signature is accepted; empty if one is accepted. */
    Optional<String> rejection(List<SigstoreSignature> signatures) {
        if (signatures.isEmpty()) {
            return Optional.of("A signature was required, but no signature exists for " + manifest.digest()
                    + "; sign the image, or each image of an index (cosign sign --recursive)");
        }
        List<PublicKey> keys = new ArrayList<>();
        try {
            for (PublicKeySource key : requirement.keys()) {
                keys.add(key.load());
            }
        } catch (ConfigException e) {
            return Optional.of(e.getMessage() + "; correct the key");
        }
        List<String> reasons = new ArrayList<>();
        for (SigstoreSignature signature : signatures) {
            Optional<String> reason = rejection(signature, keys);
            if (reason.isEmpty()) {
                return Optional.empty();
            }
            reasons.add(reason.get());
        }
        return Optional.of(
                reasons.size() == 1
                        ? reasons.getFirst()
                        : "None of the signatures were accepted, reasons: "
                                + String.join("; ", reasons.stream().distinct().toList()));
    }

    private Optional<String> rejection(SigstoreSignature found, List<PublicKey> keys) {
        Optional<byte[]> signature = found.signature().flatMap(SignatureVerifier::decode);
        if (signature.isEmpty()) {
            return Optional.of("a signature is not base64; sign the image again");
        }
        if (keys.stream().noneMatch(key -> PublicKeys.verifies(key, found.payload(), signature.get()))) {
            return Optional.of("cryptographic signature verification failed; the image was signed with another key"
                    + " than the policy names, or the signature was altered");
        }
        try {
            return mismatch(SignaturePayload.parse(found.payload()));
        } catch (ConfigException e) {
            return Optional.of("the signed payload is malformed: " + e.getMessage() + "; sign the image again");
        }
    }

    private Optional<String> mismatch(SignaturePayload payload) {
        if (!payload.manifest().names(hashed(payload.manifest()))) {
            return Optional.of("Signature for digest " + payload.manifest() + " does not match; it is that of another"
                    + " image, sign " + manifest.digest());
        }
        return accepts(payload.identity())
                ? Optional.empty()
                : Optional.of("Signature for identity \"" + payload.identity() + "\" is not accepted for " + asked
                        + "; choose a signedIdentity in the policy that accepts it, for example matchRepository");
    }

    private MessageDigest hashed(Digest signed) {
        MessageDigest hasher = signed.hasher();
        hasher.update(manifest.content().toByteArray());
        return hasher;
    }

    private boolean accepts(String identity) {
        try {
            return requirement.identity().accepts(asked, ImageReference.parseNormalized(identity));
        } catch (ImageException noReference) {
            return false;
        }
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64.replaceAll("[\r\n]", "")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
