package io.olm4j.fbc.constraint;

/** A text is no constraint; the message says why in one sentence. */
public final class ConstraintSyntaxException extends IllegalArgumentException {
    ConstraintSyntaxException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
