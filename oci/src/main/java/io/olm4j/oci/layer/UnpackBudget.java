package io.olm4j.oci.layer;

import io.olm4j.oci.ImageLimits;

/** What is left to spend on unpacking one image. */
final class UnpackBudget {

    private final ImageLimits limits;
    private long bytes;
    private long entries;

    UnpackBudget(ImageLimits limits) {
        this.limits = limits;
    }

    void spendBytes(long n) throws MeteredInput.LimitExceededException {
        bytes += n;
        if (bytes > limits.unpackedBytes()) {
            throw new MeteredInput.LimitExceededException(
                    "the image is larger than " + limits.unpackedBytes() + " bytes when unpacked");
        }
    }

    void spendEntry() throws MeteredInput.LimitExceededException {
        if (++entries > limits.entries()) {
            throw new MeteredInput.LimitExceededException("the image has more than " + limits.entries() + " files");
        }
    }
}
