package io.olm4j.oci;

/** Thrown if the content of an image is malformed or hostile, exceeds a limit, or misses a required part. */
public final class ContentException extends Exception {

    private final boolean verified;

    public ContentException(String message) {
        this(message, true);
    }

    public ContentException(String message, Throwable cause) {
        this(message, true, cause);
    }

    private ContentException(String message, boolean verified, Throwable cause) {
        super(message, cause);
        this.verified = verified;
    }

    private ContentException(String message, boolean verified) {
        super(message);
        this.verified = verified;
    }

    /**
     * An error in received content that may differ from the content that the digest names. A repair of the registry or
     * proxy may solve it.
     */
    public static ContentException unverified(String message) {
        return new ContentException(message, false);
    }

    /** The received content does not have the digest. */
    public static ContentException otherThanDigest(String what) {
        return unverified(what
                + ": the registry sent other content than the digest names; check the registry, and"
                + " proxies on the way");
    }

    /** The same error with another message. */
    public ContentException withMessage(String message) {
        return new ContentException(message, verified, this);
    }

    /**
     * The error as an ImageException. It is terminal for verified content under a digest, which never changes, so that
     * a retry cannot help; a tag may change.
     */
    public ImageException of(ImageReference asked, String step) {
        return new ImageException(
                step + ": " + getMessage(), verified && asked.digest().isPresent(), this);
    }
}
