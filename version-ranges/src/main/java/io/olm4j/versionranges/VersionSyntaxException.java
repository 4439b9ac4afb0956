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

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
