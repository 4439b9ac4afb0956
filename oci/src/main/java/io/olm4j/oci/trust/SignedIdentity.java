package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;

/**
 * Which name a signature must give an image, so that a signature of one image does not count for another.
 *
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-policy.json.5.md">
 *     containers-policy.json(5), "signedIdentity"</a>
 */
sealed interface SignedIdentity {

    /**
     * Whether the name fits.
     *
     * @param image the image as the user names it, with a tag or a digest
     * @param signed the name in the signature
     */
    boolean accepts(ImageReference image, ImageReference signed);

    /** The very reference. */
    record MatchExact() implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.equals(image);
        }
    }

    /** The very reference; for an image by digest any tag or digest of its repository. */
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

    /** This reference, whatever the image is called. */
    record ExactReference(ImageReference reference) implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.equals(reference);
        }
    }

    /** This repository, whatever the image is called. */
    record ExactRepository(String name) implements SignedIdentity {
        @Override
        public boolean accepts(ImageReference image, ImageReference signed) {
            return signed.name().equals(name);
        }
    }

    /**
     * As {@link MatchRepoDigestOrExact}, after the beginning of the image's name was replaced: for copies of signed
     * images.
     *
     * @param prefix registry, or registry and path, where the copies are
     * @param signedPrefix where they were signed
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
