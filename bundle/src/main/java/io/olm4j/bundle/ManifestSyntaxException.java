package io.olm4j.bundle;

/** Thrown if a file of a bundle does not hold Kubernetes objects. The message says why, but does not name the file. */
public final class ManifestSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ManifestSyntaxException(String message) {
        super(message, null, false, false);
    }
}
