package io.olm4j.cli.cluster;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The name of a cluster on this machine. Clusters with different names run side by side, each with files and ports of
 * its own.
 *
 * @param value a DNS label (RFC 1123)
 */
public record ClusterName(String value) {

    static final String DEFAULT_VALUE = "default";

    /** The cluster of the commands without a name. */
    static final ClusterName DEFAULT = new ClusterName(DEFAULT_VALUE);

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    static boolean isValid(String value) {
        return LABEL.matcher(value).matches();
    }

    boolean isDefault() {
        return equals(DEFAULT);
    }

    /** The name of the context in its kubeconfig. */
    String context() {
        return isDefault() ? "olm4j" : "olm4j-" + value;
    }

    /** The options that name it. */
    List<String> flags() {
        return isDefault() ? List.of() : List.of("--name", value);
    }

    /** A command about it, as a user types it. */
    public String command(String command) {
        return "\"olm " + command + (isDefault() ? "" : " --name " + value) + "\"";
    }

    /** The cluster, as the subject of a sentence. */
    public String subject() {
        return isDefault() ? "a cluster" : "cluster " + value;
    }

    @Override
    public String toString() {
        return value;
    }

    /** Reads a name on the command line. */
    static final class Converter implements ITypeConverter<ClusterName> {

        @Override
        public ClusterName convert(String value) {
            if (!isValid(value)) {
                throw new TypeConversionException(
                        "\"" + value + "\" is not a name of 1 to 63 lower-case letters, digits"
                                + " and hyphens that begins and ends with a letter or digit");
            }
            return new ClusterName(value);
        }
    }
}
