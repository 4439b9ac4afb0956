package io.olm4j.fbc.constraint;

/** Thrown if a text is not a constraint; the message says why in one sentence. */
public final class ConstraintSyntaxException extends IllegalArgumentException {
    ConstraintSyntaxException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
