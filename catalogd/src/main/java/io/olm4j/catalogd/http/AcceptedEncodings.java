package io.olm4j.catalogd.http;

import java.util.List;
import java.util.Locale;

/** Reads which encodings a client takes. */
final class AcceptedEncodings {

    private AcceptedEncodings() {}

    static boolean takesGzip(RequestHeaders request) {
        return request.all("Accept-Encoding").stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(coding -> coding.toLowerCase(Locale.ROOT).replace(" ", ""))
                .anyMatch(coding -> coding.equals("gzip")
                        || coding.equals("*")
                        || (coding.startsWith("gzip;q=") && !coding.matches("gzip;q=0(\\.0*)?")));
    }
}
