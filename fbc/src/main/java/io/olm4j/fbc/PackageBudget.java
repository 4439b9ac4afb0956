package io.olm4j.fbc;

/**
 * Counts the parts of a package's objects that are read into memory, so that a package with too many is refused. Use a
 * new object for every package.
 */
public final class PackageBudget {
    /**
     * The most lists, objects and values of one package. The largest of 29 real packages has 14,900. Each takes up to
     * 200 bytes while its object is read.
     */
    static final int VALUES = 500_000;

    /** The most characters of names and texts of one package: 16 Mi. The largest of 29 real packages has 190,000. */
    static final int CHARACTERS = 16 << 20;

    private int values;
    private long characters;

    void value() {
        if (++values > VALUES) {
            throw new PackageTooLargeException("it has more than " + VALUES + " JSON values");
        }
    }

    void text(int length) {
        characters += length;
        if (characters > CHARACTERS) {
            throw new PackageTooLargeException("it has more than " + CHARACTERS + " characters of text");
        }
    }
}
