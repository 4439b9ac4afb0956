package io.olm4j.fbc;

/**
 * Matches a file name against a shell pattern of {@code *}, {@code ?}, {@code [a-z]}, {@code [^a-z]} and backslash, as
 * Go's filepath.Match does.
 */
final class FileNameGlob {
    private final int[] pattern;
    private final int[] name;

    private FileNameGlob(String pattern, String name) {
        this.pattern = pattern.codePoints().toArray();
        this.name = name.codePoints().toArray();
    }

    /** A malformed pattern matches nothing. */
    static boolean matches(String pattern, String name) {
        return new FileNameGlob(pattern, name).matches();
    }

    /** Backtracks to the last star only. That is sufficient and limits the cost to pattern length × name length. */
    private boolean matches() {
        int p = 0;
        int n = 0;
        int starPattern = -1;
        int starName = 0;
        while (n < name.length || p < pattern.length) {
            if (p < pattern.length && pattern[p] == '*') {
                starPattern = p++;
                starName = n;
                continue;
            }
            int next = p < pattern.length && n < name.length ? step(p, name[n]) : -1;
            if (next >= 0) {
                p = next;
                n++;
            } else if (starPattern >= 0 && starName < name.length) {
                p = starPattern + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        return true;
    }

    /** The position after the pattern element at {@code p} if the element matches the character, or -1. */
    private int step(int p, int character) {
        return switch (pattern[p]) {
            case '?' -> p + 1;
            case '[' -> characterClass(p + 1, character);
            case '\\' -> p + 1 < pattern.length && pattern[p + 1] == character ? p + 2 : -1;
            default -> pattern[p] == character ? p + 1 : -1;
        };
    }

    private int characterClass(int start, int character) {
        int p = start;
        boolean negated = p < pattern.length && pattern[p] == '^';
        if (negated) {
            p++;
        }
        boolean found = false;
        int ranges = 0;
        while (p < pattern.length && (pattern[p] != ']' || ranges == 0)) {
            if (pattern[p] == '-' || pattern[p] == ']') {
                return -1;
            }
            int low = escaped(p);
            p = afterCharacter(p);
            int high = low;
            if (p < pattern.length && pattern[p] == '-') {
                p++;
                high = escaped(p);
                p = afterCharacter(p);
            }
            if (low < 0 || high < 0) {
                return -1;
            }
            found |= low <= character && character <= high;
            ranges++;
        }
        return p < pattern.length && found != negated ? p + 1 : -1;
    }

    private int escaped(int p) {
        int at = p < pattern.length && pattern[p] == '\\' ? p + 1 : p;
        return at < pattern.length ? pattern[at] : -1;
    }

    private int afterCharacter(int p) {
        return p + (p < pattern.length && pattern[p] == '\\' ? 2 : 1);
    }
}
