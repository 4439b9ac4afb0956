package io.olm4j.fbc.validation;

import io.olm4j.codec.text.Location;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Finds the lines of channel entries, which the tree of a channel does not have.
 *
 * @param directory the catalog
 */
record EntryLines(Path directory) {
    private static final String SEPARATOR = "---";

    /**
     * The number of the line in which the name of an entry is stated.
     *
     * @param channel where the channel begins
     * @return counted from 1; empty if the text does not have the name as it is, for example because it is written with
     *     an escape
     */
    OptionalInt find(Location channel, String entry) {
        Pattern name = Pattern.compile("\\bname[\"']?\\s*:\\s*+([\"']?)" + Pattern.quote(entry) + "\\1\\s*($|[,}#])");
        try (BufferedReader lines = Files.newBufferedReader(directory.resolve(channel.file()))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (number > channel.line() && line.startsWith(SEPARATOR)) {
                    return OptionalInt.empty();
                }
                if (number >= channel.line() && name.matcher(line).find()) {
                    return OptionalInt.of(number);
                }
            }
            return OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty(); // The catalog was read before; it is being changed.
        }
    }
}
