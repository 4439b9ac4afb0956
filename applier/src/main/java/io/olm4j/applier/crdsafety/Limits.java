package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Ends a judgement that would take more than any real definition needs: names, nesting and versions multiply, and what
 * comes from outside must not exhaust the process.
 */
final class Limits {

    /** Of the definition as JSON; real ones have up to 40 levels. */
    static final int LEVELS = 200;

    /** Each is compared with every other; real definitions have a handful. */
    static final int VERSIONS = 100;

    /** Of paths and messages together; real upgrades take less than one million. */
    static final int CHARACTERS = 8_000_000;

    private long charactersLeft = CHARACTERS;

    /** A limit was reached; the message says which. */
    static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExceededException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Looks at a definition before it is compared.
     *
     * @param which of the two it is, for the message
     * @throws ExceededException if it can't be compared
     */
    static void check(String which, JsonNode definition) {
        if (isDeeperThan(LEVELS, definition)) {
            throw new ExceededException(
                    "the %s CustomResourceDefinition nests deeper than %d levels, which is too deep to be judged"
                            .formatted(which, LEVELS));
        }
        if (definition.path("spec").path("versions").size() > VERSIONS) {
            throw new ExceededException(
                    "the %s CustomResourceDefinition has more than %d versions, which is too many to be judged"
                            .formatted(which, VERSIONS));
        }
    }

    private static boolean isDeeperThan(int levels, JsonNode node) {
        if (levels == 0) {
            return true;
        }
        for (JsonNode child : node) {
            if (isDeeperThan(levels - 1, child)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes note of text that the judgement makes.
     *
     * @throws ExceededException if that is too much
     */
    void spend(String text) {
        charactersLeft -= text.length();
        if (charactersLeft < 0) {
            throw new ExceededException("the changes take more than %d million characters to list; change less at once"
                    .formatted(CHARACTERS / 1_000_000));
        }
    }
}
