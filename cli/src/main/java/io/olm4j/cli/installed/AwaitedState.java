package io.olm4j.cli.installed;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.Install;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What {@code olm extension wait} waits for.
 *
 * @param version of the bundle to be installed; empty for the one that the spec asks for
 */
public record AwaitedState(Optional<String> version) {

    /** Where an extension stands. */
    public sealed interface Progress {

        /**
         * It is there.
         *
         * @param version the installed version
         */
        record Reached(String version) implements Progress {}

        /** It can still come true. */
        record Pending(String message) implements Progress {}

        /** It cannot come true before a user changes something. */
        record Impossible(String message) implements Progress {}
    }

    /** Reads {@code installed} and {@code version=X}. */
    public static final class Converter implements ITypeConverter<AwaitedState> {

        private static final String VERSION = "version=";

        @Override
        public AwaitedState convert(String value) {
            if (value.equals("installed")) {
                return new AwaitedState(Optional.empty());
            }
            if (value.startsWith(VERSION) && value.length() > VERSION.length()) {
                return new AwaitedState(Optional.of(value.substring(VERSION.length())));
            }
            throw new TypeConversionException("\"" + value + "\" is not \"installed\" or \"version=VERSION\"");
        }
    }

    /** Looks at an extension as it is now. */
    public Progress of(ClusterExtension extension) {
        ExtensionHealth health = ExtensionHealth.of(extension);
        String message = ExtensionSummary.of(extension).message().orElse("");
        return switch (health) {
            case HEALTHY -> ofInstalled(extension);
            case DELETING -> new Progress.Impossible("it is being deleted");
            case BLOCKED, AWAITING_APPROVAL -> new Progress.Impossible(message);
            case PENDING, DEGRADED, UNKNOWN, INSTALLING, UPGRADING, RETRYING ->
                new Progress.Pending(health + ": " + message);
        };
    }

    private Progress ofInstalled(ClusterExtension extension) {
        String installed = Optional.ofNullable(extension.statusOrEmpty().install())
                .map(Install::bundle)
                .map(bundle -> bundle.version())
                .orElse("");
        if (version.isEmpty() || version.get().equals(installed)) {
            return new Progress.Reached(installed);
        }
        return new Progress.Impossible("version " + installed + " is installed, and nothing is rolling out: the spec or"
                + " the catalogs do not lead to " + version.get());
    }

    @Override
    public String toString() {
        return version.map(wanted -> "version " + wanted).orElse("the installation");
    }
}
