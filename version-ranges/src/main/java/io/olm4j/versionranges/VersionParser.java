package io.olm4j.versionranges;

import java.util.List;
import java.util.Locale;

/**
 * Reads one strict version; refuses in the order and in the words of the library that OLM catalogs are written against
 * (blang/semver v4).
 */
final class VersionParser {
    private final String text;

    VersionParser(String text) {
        this.text = text;
    }

    Version parse() {
        if (text.isEmpty()) {
            throw new VersionSyntaxException("Version string empty", 1);
        }
        int firstDot = text.indexOf('.');
        int secondDot = firstDot < 0 ? -1 : text.indexOf('.', firstDot + 1);
        if (secondDot < 0) {
            throw new VersionSyntaxException("No Major.Minor.Patch elements found", text.length() + 1);
        }
        long major = number("Major", 0, firstDot);
        long minor = number("Minor", firstDot + 1, secondDot);

        int patchStart = secondDot + 1;
        int plus = text.indexOf('+', patchStart);
        int buildStart = plus < 0 ? text.length() : plus;
        int dash = text.indexOf('-', patchStart);
        int preReleaseStart = dash < 0 || dash > buildStart ? buildStart : dash;
        long patch = number("Patch", patchStart, preReleaseStart);

        var preRelease = identifiers(preReleaseStart, buildStart);
        checkPreRelease(preRelease, preReleaseStart + 2);
        var build = identifiers(buildStart, text.length());
        checkBuild(build, buildStart + 2);
        return new Version(major, minor, patch, preRelease, build);
    }

    private long number(String name, int start, int end) {
        var digits = text.substring(start, end);
        int column = start + 1;
        if (!UnsignedNumber.isDigits(digits)) {
            throw new VersionSyntaxException(
                    "Invalid character(s) found in " + name.toLowerCase(Locale.ROOT) + " number " + Quoted.of(digits),
                    column);
        }
        if (UnsignedNumber.hasLeadingZero(digits)) {
            throw new VersionSyntaxException(
                    name + " number must not contain leading zeroes " + Quoted.of(digits), column);
        }
        return UnsignedNumber.parse(digits).orElseThrow(() -> notANumber(digits, column));
    }

    private static VersionSyntaxException notANumber(String digits, int column) {
        return new VersionSyntaxException(
                "strconv.ParseUint: parsing " + Quoted.of(digits) + ": "
                        + (digits.isEmpty() ? "invalid syntax" : "value out of range"),
                column);
    }

    /** What stands between the mark at start and end; nothing if the mark is missing. */
    private List<String> identifiers(int start, int end) {
        return start == end ? List.of() : Identifiers.split(text.substring(start + 1, end));
    }

    /** Checks the identifiers of a pre-release, the first of which stands at a column. */
    static void checkPreRelease(List<String> identifiers, int firstColumn) {
        int column = firstColumn;
        for (var identifier : identifiers) {
            checkPreRelease(identifier, column);
            column += identifier.length() + 1;
        }
    }

    private static void checkPreRelease(String identifier, int column) {
        if (identifier.isEmpty()) {
            throw new VersionSyntaxException("Prerelease is empty", column);
        }
        if (UnsignedNumber.isDigits(identifier)) {
            if (UnsignedNumber.hasLeadingZero(identifier)) {
                throw new VersionSyntaxException(
                        "Numeric PreRelease version must not contain leading zeroes " + Quoted.of(identifier), column);
            }
            if (!UnsignedNumber.isNumber(identifier)) {
                throw notANumber(identifier, column);
            }
        } else if (!Identifiers.isIdentifier(identifier)) {
            throw new VersionSyntaxException(
                    "Invalid character(s) found in prerelease " + Quoted.of(identifier), column);
        }
    }

    private static void checkBuild(List<String> identifiers, int firstColumn) {
        int column = firstColumn;
        for (var identifier : identifiers) {
            if (identifier.isEmpty()) {
                throw new VersionSyntaxException("Build meta data is empty", column);
            }
            if (!Identifiers.isIdentifier(identifier)) {
                throw new VersionSyntaxException(
                        "Invalid character(s) found in build meta data " + Quoted.of(identifier), column);
            }
            column += identifier.length() + 1;
        }
    }
}
