package io.olm4j.oci;

import java.util.Locale;

/**
 * What an image was built for.
 *
 * @param os operating system in Go's words, {@code linux}
 * @param architecture processor in Go's words, {@code amd64}
 */
record Platform(String os, String architecture) {

    static final Platform LINUX_AMD64 = new Platform("linux", "amd64");

    /** Linux on this machine's processor: catalogs and bundles are made for Linux clusters, wherever this runs. */
    static Platform ofHost() {
        String arch = System.getProperty("os.arch", "amd64").toLowerCase(Locale.ROOT);
        return new Platform(
                "linux",
                switch (arch) {
                    case "x86_64", "amd64" -> "amd64";
                    case "aarch64", "arm64" -> "arm64";
                    default -> arch;
                });
    }

    /** Build attestations sit in an index as images for no platform. */
    boolean isUnknown() {
        return os.equals("unknown");
    }

    @Override
    public String toString() {
        return os + "/" + architecture;
    }
}
