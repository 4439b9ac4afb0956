package io.olm4j.oci.trust;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import java.util.List;
import java.util.Optional;

/** Checks images against the signature policy in the current files of this machine. */
public final class SignaturePolicies {

    private static final String REJECTED = "Source image rejected: ";

    private final ReloadedConfig<SignaturePolicy> policies;
    private final ReloadedConfig<SigstoreConfig> signatures;

    public SignaturePolicies(ContainersConfig files) {
        this.policies = new ReloadedConfig<>(files::policyFiles, SignaturePolicy::read);
        this.signatures = new ReloadedConfig<>(files::signatureFiles, SigstoreConfig::read);
    }

    /**
     * Checks one image, before any of its content is downloaded.
     *
     * @param asked the image as the user names it, by which the policy identifies it
     * @param manifest the image itself
     * @param found the source of its signatures
     * @throws ImageException if the image is rejected; not terminal, because the policy may change and a signature may
     *     be added
     */
    public void check(ImageReference asked, Manifest.Document manifest, SignatureSource found) throws ImageException {
        for (PolicyRequirement requirement : policies.current().requirements(asked)) {
            Optional<String> rejection = switch (requirement) {
                case PolicyRequirement.AcceptAnything ignored -> Optional.empty();
                case PolicyRequirement.Reject ignored ->
                    Optional.of("Running image " + asked + " is rejected by policy; allow it in policy.json");
                case PolicyRequirement.Unsupported(String what) ->
                    Optional.of("policy.json requires " + what + " of " + asked
                            + ", which is not supported; require \"sigstoreSigned\" with a public key");
                case PolicyRequirement.SigstoreSigned signed ->
                    new SignatureVerifier(signed, asked, manifest).rejection(signatures(manifest.digest(), found));
            };
            if (rejection.isPresent()) {
                throw new ImageException(REJECTED + rejection.get(), false);
            }
        }
    }

    private List<SigstoreSignature> signatures(Digest manifest, SignatureSource found) throws ImageException {
        if (!signatures.current().usesAttachments(found.image())) {
            throw new ImageException(
                    REJECTED + "A signature was required, but no signature exists, since signatures in "
                            + found.image().name() + " are not read; set use-sigstore-attachments: true for it"
                            + " in a file of registries.d",
                    false);
        }
        try {
            return found.signatures(manifest);
        } catch (ContentException e) {
            throw new ImageException(REJECTED + e.getMessage() + "; sign the image again", false, e);
        }
    }
}
