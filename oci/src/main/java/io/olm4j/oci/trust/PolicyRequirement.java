package io.olm4j.oci.trust;

import java.util.List;

/** A requirement of {@code policy.json} that an image must meet before it may be used. */
sealed interface PolicyRequirement {

    /** Every image meets it. */
    record AcceptAnything() implements PolicyRequirement {}

    /** No image meets it. */
    record Reject() implements PolicyRequirement {}

    /**
     * A sigstore signature by one of these keys.
     *
     * @param keys at least one
     * @param identity the name that the signature must have for the image
     */
    record SigstoreSigned(List<PublicKeySource> keys, SignedIdentity identity) implements PolicyRequirement {
        public SigstoreSigned {
            keys = List.copyOf(keys);
        }
    }

    /**
     * A valid requirement that is not supported, so that no image meets it.
     *
     * @param what the requirement in words
     */
    record Unsupported(String what) implements PolicyRequirement {}
}
