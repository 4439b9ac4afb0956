package io.olm4j.oci.trust;

import java.util.List;

/** What {@code policy.json} requires of an image before it may be used. */
sealed interface PolicyRequirement {

    /** Nothing. */
    record AcceptAnything() implements PolicyRequirement {}

    /** What no image has. */
    record Reject() implements PolicyRequirement {}

    /**
     * A sigstore signature by one of these keys.
     *
     * @param keys at least one
     * @param identity which name the signature must give the image
     */
    record SigstoreSigned(List<PublicKeySource> keys, SignedIdentity identity) implements PolicyRequirement {
        public SigstoreSigned {
            keys = List.copyOf(keys);
        }
    }

    /**
     * A valid requirement that cannot be checked here, so that no image meets it.
     *
     * @param what the requirement in words
     */
    record Unsupported(String what) implements PolicyRequirement {}
}
