package io.olm4j.process.tls;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A version of TLS. */
public enum TlsVersion {
    TLS_1_0("TLSv1.0", "TLSv1"),
    TLS_1_1("TLSv1.1", "TLSv1.1"),
    TLS_1_2("TLSv1.2", "TLSv1.2"),
    TLS_1_3("TLSv1.3", "TLSv1.3");

    private final String flag;
    private final String protocol;

    TlsVersion(String flag, String protocol) {
        this.flag = flag;
        this.protocol = protocol;
    }

    /** @throws IllegalArgumentException if there is no version of that name */
    static TlsVersion named(String name) {
        return Arrays.stream(values())
                .filter(version -> version.flag.equals(name))
                .findFirst()
                .orElseThrow(() -> TlsNames.unknown("--tls-custom-version", "TLS version", name, names()));
    }

    private static Set<String> names() {
        return Arrays.stream(values()).map(version -> version.flag).collect(Collectors.toSet());
    }

    /** This version and the newer ones, by Java's names, the newest first. */
    List<String> protocols() {
        return Arrays.stream(values())
                .filter(version -> version.compareTo(this) >= 0)
                .map(version -> version.protocol)
                .toList()
                .reversed();
    }
}
