package io.olm4j.oci;

/** The content of an image is at fault: malformed, hostile, beyond a limit, or without what it must carry. */
final class ContentException extends Exception {

    ContentException(String message) {
        super(message);
    }

    ContentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Content under a digest never changes, so that trying again cannot help; under a tag it may. */
    ImageException of(ImageReference asked, String step) {
        return new ImageException(step + ": " + getMessage(), asked.digest().isPresent(), this);
    }
}
