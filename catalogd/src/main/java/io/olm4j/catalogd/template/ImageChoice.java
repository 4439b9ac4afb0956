package io.olm4j.catalogd.template;

/** Which image a catalog is taken from. */
public sealed interface ImageChoice {

    /** The one of the spec, as the catalog has no template. */
    record Specified() implements ImageChoice {}

    /** The one that the template gives for this cluster. */
    record Templated(String reference) implements ImageChoice {}

    /**
     * The one of the spec, as the template gives none.
     *
     * @param problem why, and what to write instead
     */
    record Fallback(String problem) implements ImageChoice {}

    /**
     * Not known yet, as the cluster's version could not be read. What is served stays.
     *
     * @param problem why
     */
    record Undecided(String problem) implements ImageChoice {}
}
