package io.olm4j.applier.revision;

/** The phases that one of more objects than the API admits is split into: {@code deploy}, {@code deploy-2}, …. */
public final class PhaseParts {

    /** {@code maxItems} of the objects of a phase: all parts but the last one hold so many. */
    public static final int MAX_OBJECTS = 50;

    private PhaseParts() {}

    /**
     * The name of one of the phases.
     *
     * @param part from 1
     */
    public static String name(String phase, int part) {
        return part == 1 ? phase : phase + "-" + part;
    }
}
