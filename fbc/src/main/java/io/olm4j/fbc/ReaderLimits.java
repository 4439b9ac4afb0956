package io.olm4j.fbc;

/**
 * How much a single document of a catalog may cost.
 *
 * @param documentBytes largest JSON value or YAML document, also after its aliases are expanded
 * @param depth deepest nesting of lists and objects
 */
public record ReaderLimits(int documentBytes, int depth) {
    /** 64 MiB, far above the largest bundle seen (6 MB), and the nesting that Go's JSON decoder allows. */
    public static final ReaderLimits DEFAULT = new ReaderLimits(64 << 20, 10_000);

    public ReaderLimits {
        if (documentBytes <= 0 || documentBytes > 1 << 29 || depth <= 0) {
            throw new IllegalArgumentException("Limits must be positive, and a document not above 512 MiB");
        }
    }
}
