package io.olm4j.oci.layer;

import io.olm4j.oci.ImageLimits;

/** The remaining budget for unpacking one image. */
final class UnpackBudget {

    private static final String ADVICE = "; build it from scratch, with the files of the bundle or catalog only";

    private final ImageLimits limits;
    private long bytes;
    private long kept;
    private long entries;
    private long visits;

    UnpackBudget(ImageLimits limits) {
        this.limits = limits;
    }

    void spendBytes(long n) throws MeteredInput.LimitExceededException {
        bytes += n;
        if (bytes > limits.unpackedBytes()) {
            throw new MeteredInput.LimitExceededException("the image is larger than the limit of "
                    + ImageLimits.text(limits.unpackedBytes()) + " when unpacked" + ADVICE);
        }
    }

    /** Counts bytes of a file that is kept. Of a bundle all are, so that only a catalog exceeds this limit. */
    void spendKept(long n) throws MeteredInput.LimitExceededException {
        kept += n;
        if (kept > limits.keptBytes()) {
            throw new MeteredInput.LimitExceededException("the directory of the catalog in the image is larger than"
                    + " the limit of " + ImageLimits.text(limits.keptBytes())
                    + "; divide the catalog, or leave out what does not belong to it");
        }
    }

    /** Counts a file of a directory from which a layer removes the content of the layers below it. */
    void spendVisit() throws MeteredInput.LimitExceededException {
        if (++visits > limits.entries()) {
            throw new MeteredInput.LimitExceededException(
                    "the layers of the image replace directories with more files than the limit of " + limits.entries()
                            + ADVICE);
        }
    }

    void spendEntry() throws MeteredInput.LimitExceededException {
        if (++entries > limits.entries()) {
            throw new MeteredInput.LimitExceededException(
                    "the image has more files than the limit of " + limits.entries() + ADVICE);
        }
    }
}
