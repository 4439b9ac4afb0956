package io.olm4j.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The platforms that distributions are made for. */
public enum DistributionPlatform {
    X64("x64", "amd64", "linux-x86_64", 62),
    AARCH64("aarch64", "arm64", "linux-aarch_64", 183);

    /** Where an ELF file says which machine it is for, in two bytes, the low one first. */
    private static final int ELF_MACHINE = 18;

    private final String label;
    private final String architecture;
    private final String natives;
    private final int elfMachine;

    DistributionPlatform(String label, String architecture, String natives, int elfMachine) {
        this.label = label;
        this.architecture = architecture;
        this.natives = natives;
        this.elfMachine = elfMachine;
    }

    /** The platform that this JVM runs on. */
    public static DistributionPlatform current() {
        return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> X64;
            case "aarch64" -> AARCH64;
            case String other -> throw new DistException("distributions are built on x64 or aarch64, not on " + other);
        };
    }

    /** @throws DistException if there is none of this name */
    static DistributionPlatform of(String label) {
        return Stream.of(values())
                .filter(platform -> platform.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new DistException("no platform " + label + ": there are x64 and aarch64"));
    }

    /** As JDKs and the names of archives say it. */
    public String label() {
        return label;
    }

    /** As images say it. */
    public String architecture() {
        return architecture;
    }

    /** Whether a library is of use here: it holds native code of this platform, of all, or none. */
    boolean takes(String jar) {
        Stream<String> others =
                Stream.of(values()).filter(other -> other != this).map(other -> other.natives);
        return Stream.concat(others, Stream.of("osx", "windows")).noneMatch(other -> jar.contains("-" + other));
    }

    /**
     * Checks that a program is for this platform.
     *
     * @throws DistException if it is not there, no ELF file, or for another machine
     */
    void check(Path program) throws IOException {
        if (!Files.isRegularFile(program)) {
            throw new DistException(program + " is not there: name a JDK for linux-" + label);
        }
        try (InputStream in = Files.newInputStream(program)) {
            byte[] head = in.readNBytes(ELF_MACHINE + 2);
            if (head.length < ELF_MACHINE + 2 || (head[ELF_MACHINE] & 0xff) != elfMachine || head[1] != 'E') {
                throw new DistException(program + " is not a program for linux-" + label);
            }
        }
    }
}
