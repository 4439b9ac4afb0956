package io.olm4j.codec.text;

/**
 * The limits of a single document.
 *
 * @param documentBytes largest JSON value or YAML document, also after its aliases are expanded
 * @param depth deepest nesting of lists and objects
 * @param nodes largest number of lists, objects and values
 */
public record ReaderLimits(int documentBytes, int depth, int nodes) {
    /**
     * Five times the deepest definition of 81 real bundles (38). Every open bracket costs a YAML parser memory and
     * time.
     */
    public static final int DEPTH = 200;

    /**
     * The usual limit of lists, objects and values. Of the definitions of 81 real bundles, the one with the most has
     * 6,400. Each takes memory, up to 100 bytes.
     */
    public static final int NODES = 1_000_000;

    /** 64 MiB, far above the largest bundle seen (6 MB). */
    public static final ReaderLimits DEFAULT = new ReaderLimits(64 << 20);

    public ReaderLimits {
        if (documentBytes <= 0 || documentBytes > 1 << 29 || depth <= 0 || nodes <= 0) {
            throw new IllegalArgumentException("Limits must be positive, and a document not above 512 MiB");
        }
    }

    /** Limits with the usual {@link #DEPTH} and {@link #NODES}. */
    public ReaderLimits(int documentBytes) {
        this(documentBytes, DEPTH);
    }

    /** Limits with the usual {@link #NODES}. */
    public ReaderLimits(int documentBytes, int depth) {
        this(documentBytes, depth, NODES);
    }

    /** The message for a document with too many nodes. */
    public String nodesExceeded() {
        return "the document has more than " + nodes + " lists, objects and values; divide it";
    }

    /** The message for a document that is nested too deep. */
    public String depthExceeded() {
        return "lists and objects are nested deeper than the depth limit of " + depth + "; flatten them";
    }
}
