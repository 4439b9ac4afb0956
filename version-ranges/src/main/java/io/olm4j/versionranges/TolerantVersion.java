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
        String stripped = text.strip();
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

    private static String withoutLeadingZeros(String part) {
        int start = 0;
        while (start + 1 < part.length() && part.charAt(start) == '0' && isDigit(part.charAt(start + 1))) {
            start++;
        }
        return part.substring(start);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
