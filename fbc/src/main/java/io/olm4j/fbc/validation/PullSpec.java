package io.olm4j.fbc.validation;

import java.util.Locale;
import java.util.regex.Pattern;

/** Checks image references by Docker's grammar, with Docker Hub as the host of short names. */
final class PullSpec {
    private static final String NAME_PART = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
    private static final String HOST_PART = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
    private static final String HOST = HOST_PART + "(?:\\." + HOST_PART + ")*(?::[0-9]+)?";
    private static final String NAME = "(?:" + HOST + "/)?" + NAME_PART + "(?:/" + NAME_PART + ")*";
    private static final String DIGEST = "sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}";
    private static final Pattern REFERENCE =
            Pattern.compile("(" + NAME + ")(?::[\\w][\\w.-]{0,127})?(?:@(?:" + DIGEST + "))?");
    private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");
    private static final int MAX_NAME = 255;

    /** Name, tag and the longest digest. */
    private static final int MAX_LENGTH = MAX_NAME + 1 + 128 + 1 + 135;

    private PullSpec() {}

    static boolean isValid(String reference) {
        if (IDENTIFIER.matcher(reference).matches()) {
            return false;
        }
        int slash = reference.indexOf('/');
        String host = slash < 0 ? "" : reference.substring(0, slash);
        boolean hasHost = host.contains(".") || host.contains(":") || host.equals("localhost");
        String domain = hasHost && !host.equals("index.docker.io") ? host : "docker.io";
        String rest = hasHost ? reference.substring(slash + 1) : reference;
        if (domain.equals("docker.io") && !rest.contains("/")) {
            rest = "library/" + rest;
        }
        String full = domain + "/" + rest;
        if (full.length() > MAX_LENGTH || hasUpperCasePath(rest)) {
            return false;
        }
        var matcher = REFERENCE.matcher(full);
        return matcher.matches() && matcher.group(1).length() <= MAX_NAME;
    }

    private static boolean hasUpperCasePath(String rest) {
        int colon = rest.indexOf(':');
        String path = colon < 0 ? rest : rest.substring(0, colon);
        return !path.equals(path.toLowerCase(Locale.ROOT));
    }
}
