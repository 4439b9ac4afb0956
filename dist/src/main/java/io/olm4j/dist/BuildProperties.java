package io.olm4j.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Which build the libraries are of: what {@code olm version} will say.
 *
 * @param commit of the sources; empty if it is not known
 */
record BuildProperties(String version, String commit) {

    private static final String RESOURCE = "io/olm4j/cli/command/build.properties";

    /** Reads it from the jar of the module {@code cli}. */
    static BuildProperties of(Path libraries) throws IOException {
        Path cli = jar(libraries);
        Properties properties = new Properties();
        try (JarFile jar = new JarFile(cli.toFile())) {
            ZipEntry entry = jar.getEntry(RESOURCE);
            if (entry == null) {
                throw new DistException(cli + " lacks " + RESOURCE + ": build the module cli again");
            }
            try (InputStream in = jar.getInputStream(entry)) {
                properties.load(in);
            }
        }
        String commit = properties.getProperty("commit", "");
        return new BuildProperties(properties.getProperty("version", ""), commit.startsWith("${") ? "" : commit);
    }

    /** The jar of the module {@code cli}. */
    static Path jar(Path libraries) throws IOException {
        return new Libraries(libraries)
                .of(DistributionPlatform.current()).stream()
                        .filter(jar -> jar.getFileName().toString().startsWith("olm4j-cli-"))
                        .findFirst()
                        .orElseThrow(() -> new DistException(libraries + " lacks the jar of the module cli: build it"));
    }
}
