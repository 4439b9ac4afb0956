package io.olm4j.cli.resolve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A catalog as {@code --catalog NAME=DIR|IMAGE|URL[,PRIORITY]} names it.
 *
 * @param name stands for the ClusterCatalog
 * @param source a directory, an image, or the base URL of a catalog service
 * @param priority stands for {@code spec.priority}
 */
record CatalogOption(String name, String source, int priority) {
    private static final Pattern PRIORITY = Pattern.compile("(.*),(-?[0-9]+)", Pattern.DOTALL);

    /** Reads the option's value. */
    static final class Converter implements ITypeConverter<CatalogOption> {
        @Override
        public CatalogOption convert(String value) {
            int equals = value.indexOf('=');
            if (equals < 1 || equals == value.length() - 1) {
                throw new TypeConversionException(
                        "\"" + value + "\" is not NAME=DIR, NAME=IMAGE, NAME=URL or one of them with ,PRIORITY");
            }
            String name = value.substring(0, equals);
            String source = value.substring(equals + 1);
            Matcher priority = PRIORITY.matcher(source);
            if (!priority.matches() || Files.isDirectory(Path.of(source))) {
                return new CatalogOption(name, source, 0);
            }
            try {
                return new CatalogOption(name, priority.group(1), Integer.parseInt(priority.group(2)));
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "the priority " + priority.group(2) + " is not a whole number from -2147483648 to 2147483647");
            }
        }
    }

    boolean isUrl() {
        return source.startsWith("http://") || source.startsWith("https://");
    }
}
