package io.olm4j.oci;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The platform that an image was built for.
 *
 * @param os the operating system, named as in Go: {@code linux}
 * @param architecture the processor, named as in Go: {@code amd64}
 * @param variant the variant of the processor, such as {@code v8}; empty if none is named
 */
public record Platform(String os, String architecture, String variant) {

    public static final Platform LINUX_AMD64 = new Platform("linux", "amd64");

    Platform(String os, String architecture) {
        this(os, architecture, "");
    }

    /**
     * Linux on this machine's processor: catalogs and bundles are made for Linux clusters, also if this process runs on
     * another system.
     */
    public static Platform ofHost() {
        String arch = System.getProperty("os.arch", "amd64").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "x86_64", "amd64" -> LINUX_AMD64;
            case "aarch64", "arm64" -> new Platform("linux", "arm64", "v8");
            case "arm" -> new Platform("linux", "arm", "v7");
            default -> new Platform("linux", arch);
        };
    }

    /** The platforms whose images run on this one, best first: this variant, lower variants, and no variant. */
    public List<Platform> runnable() {
        List<String> variants = architecture.equals("arm") ? List.of("v8", "v7", "v6", "v5") : List.of(variant);
        return Stream.concat(variants.stream().dropWhile(v -> !v.equals(variant)), Stream.of(""))
                .distinct()
                .map(v -> new Platform(os, architecture, v))
                .toList();
    }

    /** An index contains build attestations as images for an unknown platform. */
    public boolean isUnknown() {
        return os.equals("unknown");
    }

    @Override
    public String toString() {
        return os + "/" + architecture + (variant.isEmpty() ? "" : "/" + variant);
    }
}
