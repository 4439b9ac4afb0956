package io.olm4j.applier.cluster;

import java.util.regex.Pattern;

/** Removes the parts of an error text that differ each time, so that a repeated error does not change a status. */
final class EphemeralText {

    /** As operator-controller does: {@code read tcp 10.0.0.1:3342->10.0.0.2:443: } is removed. */
    private static final Pattern CONNECTION = Pattern.compile("(read|write) (tcp|udp) \\S+?->\\S+?(: |$)");

    private static final Pattern LOCAL_PORT = Pattern.compile("(localhost|[0-9.]+|\\[[0-9a-f:]+])/(?=[0-9.]|\\[)");

    private EphemeralText() {}

    static String removedFrom(String message) {
        return LOCAL_PORT.matcher(CONNECTION.matcher(message).replaceAll("")).replaceAll("");
    }
}
