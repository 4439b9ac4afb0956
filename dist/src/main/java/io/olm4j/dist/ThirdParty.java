package io.olm4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The libraries that olm4j is shipped with, read from the file that users get.
 *
 * @param rows one for each library
 * @param changed the names of the jars whose class files the build changes
 */
record ThirdParty(List<Row> rows, List<String> changed) {

    /** The name of the file, in the sources and in a distribution. */
    static final String FILE = "THIRD-PARTY.txt";

    private static final Pattern COLUMN = Pattern.compile("\\s+\\|\\s+");
    private static final Pattern LIST = Pattern.compile(", ");
    private static final String CHANGED = "Changed jars: ";
    private static final String NONE = "-";

    /**
     * A library.
     *
     * @param jar its name without version and platform
     * @param license an SPDX expression
     * @param parts the code of others that the jar holds
     */
    record Row(String jar, String license, List<Part> parts) {}

    /** Code of others in a jar. */
    record Part(String name, String license) {

        private static Part of(String text) {
            int bracket = text.indexOf(" (");
            return new Part(text.substring(0, bracket), text.substring(bracket + 2, text.length() - 1));
        }
    }

    static ThirdParty read(Path file) throws IOException {
        List<Row> rows = new ArrayList<>();
        List<String> changed = List.of();
        for (String line : Files.readAllLines(file)) {
            String[] columns = COLUMN.split(line, -1);
            if (columns.length == 4 && !columns[0].equals("jar")) {
                rows.add(new Row(columns[0], columns[2], parts(columns[3])));
            } else if (line.startsWith(CHANGED)) {
                changed = List.of(LIST.split(line.substring(CHANGED.length()), -1));
            }
        }
        return new ThirdParty(rows, changed);
    }

    private static List<Part> parts(String column) {
        return column.equals(NONE)
                ? List.of()
                : Stream.of(LIST.split(column, -1)).map(Part::of).toList();
    }

    /** @throws DistException if a jar has no row and is not of olm4j */
    void check(List<Path> jars) {
        jars.forEach(this::parts);
    }

    /**
     * The code of others in a jar.
     *
     * @throws DistException if the jar has no row and is not of olm4j
     */
    List<Part> parts(Path jar) {
        if (Libraries.isOwn(jar)) {
            return List.of();
        }
        return rows.stream()
                .filter(row -> row.jar().equals(Libraries.name(jar)))
                .findFirst()
                .orElseThrow(() -> new DistException(jar.getFileName() + " has no row in " + FILE
                        + ": add it, or run mvn clean if an earlier build left the jar"))
                .parts();
    }
}
