package io.olm4j.fbc;

import java.util.ArrayList;
import java.util.List;

/**
 * The patterns of all {@code .indexignore} files of a catalog; the last one that matches a file decides.
 *
 * <p>The rules are those of gitignore, except that a file below an excluded directory may be included again.
 */
final class IgnoreRules {
    private final List<IgnorePattern> patterns = new ArrayList<>();
    private long characters;

    /**
     * @param directory the directory of the ignore file, relative to the root; empty or ending with a slash
     * @param text its content
     */
    void add(String directory, String text) {
        for (String line : text.split("\n", -1)) {
            String pattern = line.strip();
            if (!pattern.isEmpty() && !pattern.startsWith("#")) {
                patterns.add(IgnorePattern.parse(directory, pattern));
                characters += pattern.length();
            }
        }
    }

    /** The number of patterns. */
    int size() {
        return patterns.size();
    }

    /** The length of all patterns together. */
    long characters() {
        return characters;
    }

    boolean excludes(String file) {
        for (IgnorePattern pattern : patterns.reversed()) {
            if (pattern.matches(file)) {
                return !pattern.includes();
            }
        }
        return false;
    }
}
