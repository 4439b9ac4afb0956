package io.olm4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The jars that {@code olm} runs from, as the module {@code cli} collected them. */
record Libraries(Path directory) {

    private static final Pattern NAME = Pattern.compile("(.+?)-\\d.*\\.jar");

    /**
     * The jars for a platform, in the order of the class path.
     *
     * @throws DistException if there are none, or one stands there in two versions
     */
    List<Path> of(DistributionPlatform platform) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new DistException(directory + " is not there: build the module cli first");
        }
        List<Path> jars;
        try (Stream<Path> all = Files.list(directory)) {
            jars = all.filter(jar -> jar.toString().endsWith(".jar"))
                    .filter(jar -> platform.takes(jar.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        if (jars.isEmpty()) {
            throw new DistException(directory + " holds no jars: build the module cli first");
        }
        refuseTwoVersions(jars);
        return jars;
    }

    /** The name of a jar without its version and platform. */
    static String name(Path jar) {
        String file = jar.getFileName().toString();
        Matcher name = NAME.matcher(file);
        return name.matches() ? name.group(1) : file;
    }

    /** Whether a jar is a module of olm4j. */
    static boolean isOwn(Path jar) {
        return name(jar).startsWith("olm4j-");
    }

    private static void refuseTwoVersions(List<Path> jars) {
        Map<String, Path> seen = new HashMap<>();
        for (Path jar : jars) {
            Path other = seen.put(name(jar), jar);
            if (other != null) {
                throw new DistException("an earlier build left " + other.getFileName() + " beside " + jar.getFileName()
                        + ": run mvn clean and build again");
            }
        }
    }
}
