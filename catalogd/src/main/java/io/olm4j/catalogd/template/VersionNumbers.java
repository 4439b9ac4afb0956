package io.olm4j.catalogd.template;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of a version.
 *
 * @param patch empty if the version has none
 */
public record VersionNumbers(int major, int minor, OptionalInt patch) {

    private static final Pattern VERSION = Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?(?:[-+].*)?");

    /** Reads a version as distributions write it, such as {@code v1.36.3-eks-abc}, {@code 1.36+} or {@code 4.19.7}. */
    public static Optional<VersionNumbers> parse(String text) {
        Matcher matcher = VERSION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String patch = matcher.group(3);
        return Optional.of(new VersionNumbers(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                patch == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(patch))));
    }
}
