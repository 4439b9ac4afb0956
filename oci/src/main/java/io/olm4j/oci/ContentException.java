package io.olm4j.oci;

/** The content of an image is at fault: malformed, hostile, beyond a limit, or without what it must carry. */
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

    /** The fault is in what arrived, which need not be what the digest names: whatever serves it may be repaired. */
    public static ContentException unverified(String message) {
        return new ContentException(message, false);
    }

    /** What arrived is not what the digest names. */
    public static ContentException otherThanDigest(String what) {
        return unverified(what
                + ": the registry sent other content than the digest names; check the registry, and"
                + " proxies on the way");
    }

    /** The same fault in other words. */
    public ContentException withMessage(String message) {
        return new ContentException(message, verified, this);
    }

    /** Verified content under a digest never changes, so that trying again cannot help; under a tag it may. */
    public ImageException of(ImageReference asked, String step) {
        return new ImageException(
                step + ": " + getMessage(), verified && asked.digest().isPresent(), this);
    }
}
