package io.olm4j.applier.revision;

/** Splits a phase with more objects than the API permits into several phases: {@code deploy}, {@code deploy-2}, …. */
public final class PhaseParts {

    /** {@code maxItems} of the objects of a phase; all parts except the last one have this many objects. */
    public static final int MAX_OBJECTS = 50;

    private PhaseParts() {}

    /**
     * The name of one of the phases.
     *
     * @param part the number of the part, from 1
     */
    public static String name(String phase, int part) {
        return part == 1 ? phase : phase + "-" + part;
    }
}
