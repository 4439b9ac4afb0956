package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;

/**
 * The name that a signature must have for an image, so that the signature of one image does not count for another.
 *
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-policy.json.5.md">
 *     containers-policy.json(5), "signedIdentity"</a>
 */
sealed interface SignedIdentity {

    /**
     * Whether the name in the signature is accepted.
     *
     * @param image the image as the user names it, with a tag or a digest
     * @param signed the name in the signature
     */
    boolean accepts(ImageReference image, ImageReference signed);

    /** Exactly the same reference. */
    record MatchExact() implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.equals(image);
        }
    }

    /** Exactly the same reference; for an image by digest, any tag or digest of its repository. */
    record MatchRepoDigestOrExact() implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return image.tag().isPresent()
                    ? signed.equals(image)
                    : signed.selector().isPresent() && signed.name().equals(image.name());
        }
    }

    /** The same repository. */
    record MatchRepository() implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.name().equals(image.name());
        }
    }

    /** This reference, for every image. */
    record ExactReference(ImageReference reference) implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.equals(reference);
        }
    }

    /** This repository, for every image. */
    record ExactRepository(String name) implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.name().equals(name);
        }
    }

    /**
     * As {@link MatchRepoDigestOrExact}, after the prefix of the image's name is replaced; for copies of signed images.
     *
     * @param prefix the registry, or registry and path, of the copies
     * @param signedPrefix the registry, or registry and path, where they were signed
     */
    record RemapIdentity(String prefix, String signedPrefix) implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            try {
                return new MatchRepoDigestOrExact().accepts(remapped(image), signed);
            } catch (ImageException noReference) {
                return false;
            }
        }

        private ImageReference remapped(ImageReference image) throws ImageException {
            boolean matches = image.name().equals(prefix) || image.name().startsWith(prefix + "/");
            return matches
                    ? ImageReference.parse(signedPrefix + image.toString().substring(prefix.length()))
                    : image;
        }
    }
}
