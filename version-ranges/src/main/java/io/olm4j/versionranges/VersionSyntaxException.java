package io.olm4j.versionranges;

/** A text is not a version; the message says why, in the words OLM users know. */
public final class VersionSyntaxException extends IllegalArgumentException {
    private final int column;

    VersionSyntaxException(String message, int column) {
        super(message);
        this.column = column;
    }

    /**
     * Where the text stops being a version.
     *
     * @return the column, counted from 1
     */
    public int column() {
        return column;
    }

    /**
     * The same error, told as part of a larger failure.
     *
     * @param failure what failed because of it
     * @return an error with both messages
     */
    public VersionSyntaxException within(String failure) {
        var outer = new VersionSyntaxException(failure + ": " + getMessage(), column);
        outer.initCause(this);
        return outer;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
