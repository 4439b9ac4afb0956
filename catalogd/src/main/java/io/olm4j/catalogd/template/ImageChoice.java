package io.olm4j.catalogd.template;

/** The choice of a catalog's image. */
public sealed interface ImageChoice {

    /** The image of the spec, because the catalog has no template. */
    record Specified() implements ImageChoice {}

    /** The image that the template gives for this cluster. */
    record Templated(String reference) implements ImageChoice {}

    /**
     * The image of the spec, because the template gives no image.
     *
     * @param problem why, and what to write instead
     */
    record Fallback(String problem) implements ImageChoice {}

    /**
     * The image is not known yet, because the cluster's version could not be read. The served content stays.
     *
     * @param problem why
     */
    record Undecided(String problem) implements ImageChoice {}
}
