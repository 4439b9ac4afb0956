package io.olm4j.process.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads which encodings a client accepts. */
public final class AcceptedEncodings {

    private static final Pattern REFUSED = Pattern.compile(".*;q=0(\\.0*)?");

    private AcceptedEncodings() {}

    /** Whether the client accepts gzip: it names gzip, or does not name it but accepts {@code *}. */
    public static boolean takesGzip(RequestHeaders request) {
        List<String> codings = request.all("Accept-Encoding").stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(coding -> coding.toLowerCase(Locale.ROOT).replace(" ", ""))
                .toList();
        return find(codings, "gzip")
                .or(() -> find(codings, "*"))
                .map(coding -> !REFUSED.matcher(coding).matches())
                .orElse(false);
    }

    private static Optional<String> find(List<String> codings, String name) {
        return codings.stream()
                .filter(coding -> coding.equals(name) || coding.startsWith(name + ";"))
                .findFirst();
    }
}
