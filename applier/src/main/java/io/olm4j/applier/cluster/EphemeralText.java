package io.olm4j.applier.cluster;

import io.olm4j.versionranges.Shortened;
import java.util.regex.Pattern;

/**
 * Removes the parts of an error text that differ each time, so that a repeated error does not change a status. It cuts
 * a long text first: the API server quotes whole values, and a webhook or an aggregated API can send any text.
 */
final class EphemeralText {

    private static final int MAX_LENGTH = 8 << 10;

    /** As operator-controller does: {@code read tcp 10.0.0.1:3342->10.0.0.2:443: } is removed. */
    private static final Pattern CONNECTION = Pattern.compile("(read|write) (tcp|udp) \\S{1,100}?->\\S{1,100}?(: |$)");

    /** The look-behind lets it read a long run of digits once, not from each of its digits. */
    private static final Pattern LOCAL_PORT =
            Pattern.compile("(localhost|(?<![0-9.])[0-9.]++|\\[[0-9a-f:]++])/(?=[0-9.]|\\[)");

    private EphemeralText() {}

    /** The text without these parts, of at most the first 8,192 characters. */
    static String removedFrom(String message) {
        String text = Shortened.of(MAX_LENGTH, message);
        return LOCAL_PORT.matcher(CONNECTION.matcher(text).replaceAll("")).replaceAll("");
    }
}
