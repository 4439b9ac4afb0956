package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads versions as people write them, by the rules of blang/semver's {@code ParseTolerant}. It allows blanks around
 * the version, one leading {@code v}, leading zeros, and a missing minor or patch number.
 */
public final class TolerantVersion {
    private TolerantVersion() {}

    /**
     * Reads a version.
     *
     * @param text such as {@code v4.8}
     * @throws IllegalArgumentException if the text is not a version; the message says why
     */
    public static Version parse(String text) {
        String stripped = Blanks.trim(text);
        String bare = stripped.startsWith("v") ? stripped.substring(1) : stripped;
        List<String> parts = new ArrayList<>();
        for (String part : bare.split("\\.", 3)) {
            parts.add(withoutLeadingZeros(part));
        }
        if (parts.size() < 3) {
            String last = parts.getLast();
            if (last.contains("-") || last.contains("+")) {
                throw new IllegalArgumentException("Short version cannot contain PreRelease/Build meta data");
            }
            while (parts.size() < 3) {
                parts.add("0");
            }
        }
        return Version.parse(String.join(".", parts));
    }

    /** Zeros alone stay one, also before a pre-release or build metadata; there a zero may even be missing. */
    private static String withoutLeadingZeros(String part) {
        if (part.length() <= 1) {
            return part;
        }
        int start = 0;
        while (start < part.length() && part.charAt(start) == '0') {
            start++;
        }
        boolean isZero = start == part.length() || part.charAt(start) == '-' || part.charAt(start) == '+';
        return (isZero ? "0" : "") + part.substring(start);
    }
}
