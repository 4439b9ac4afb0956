package io.olm4j.fbc;

import io.olm4j.codec.json.CanonicalJson;

/**
 * Counts the parts of a package's objects that are read into memory, so that a package with too many is refused. Use a
 * new object for every package.
 */
public final class PackageBudget {
    /**
     * The most lists, objects and values of one package. The largest of 29 real packages has 15,100. Each takes up to
     * 200 bytes while its object is read.
     */
    static final int VALUES = 500_000;

    /**
     * The most bytes of names and texts of one package: 16 Mi, as canonical JSON has them, because values of properties
     * are kept in this form. The largest of 29 real packages has 210,000.
     */
    static final int TEXT = 16 << 20;

    private int values;
    private long text;

    void value() {
        if (++values > VALUES) {
            throw new PackageTooLargeException("it has more than " + VALUES + " JSON values");
        }
    }

    void text(String more) {
        text += CanonicalJson.size(more);
        if (text > TEXT) {
            throw new PackageTooLargeException("its texts take more than " + TEXT + " bytes of JSON");
        }
    }
}
