package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Ends a judgement that would take more memory or time than any real definition needs. Names, nesting and versions
 * multiply, and input from outside must not exhaust the process.
 */
final class Limits {

    /** The limit for the nesting of a definition as JSON; real ones have up to 40 levels. */
    static final int LEVELS = 200;

    /** The limit for versions, because each is compared with every other; real definitions have a few. */
    static final int VERSIONS = 100;

    /** The limit for the characters of paths and messages together; real upgrades take less than one million. */
    static final int CHARACTERS = 8_000_000;

    private long charactersLeft = CHARACTERS;

    /** Thrown when a limit is exceeded; the message says which. */
    static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExceededException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Checks the size of a definition before it is compared.
     *
     * @param which which of the two definitions this is, for the message
     * @throws ExceededException if the definition exceeds a limit
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
     * Counts a text that the judgement produces.
     *
     * @throws ExceededException if the texts together exceed the limit
     */
    void spend(String text) {
        charactersLeft -= text.length();
        if (charactersLeft < 0) {
            throw new ExceededException("the changes take more than %d million characters to list; change less at once"
                    .formatted(CHARACTERS / 1_000_000));
        }
    }
}
