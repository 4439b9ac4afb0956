package io.olm4j.versionranges;

/** A text is not a range; the message is the one OLM users know, column and detail say where and why. */
public final class RangeSyntaxException extends IllegalArgumentException {
    private final int column;
    private final String detail;

    RangeSyntaxException(String message, int column, String detail) {
        super(message);
        this.column = column;
        this.detail = detail;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /**
     * Where the text stops being a range.
     *
     * @return the column, counted from 1
     */
    public int column() {
        return column;
    }

    /**
     * What is wrong at that column.
     *
     * @return one clause, such as {@code expected a version like 1.2.3 or 1.x}
     */
    public String detail() {
        return detail;
    }

    /**
     * The whole story in one sentence.
     *
     * @return message, column and detail
     */
    public String explanation() {
        return getMessage() + " (column " + column + ": " + detail + ")";
    }
}
