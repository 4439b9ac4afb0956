package io.olm4j.bundle;

/** A file of a bundle that holds no Kubernetes objects; the message says what is wrong, not in which file. */
final class ManifestSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ManifestSyntaxException(String message) {
        super(message, null, false, false);
    }
}
