package io.olm4j.cli.installed;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.kube.Progress;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What {@code olm extension wait} waits for.
 *
 * @param version of the bundle to be installed, whatever follows it; empty for the one that the spec asks for, which
 *     must also be healthy
 */
public record AwaitedState(Optional<String> version) {

    /** Reads {@code installed} and {@code version=X}. */
    public static final class Converter implements ITypeConverter<AwaitedState> {

        private static final String VERSION = "version=";

        @Override
        public AwaitedState convert(String value) {
            if (value.equals("installed")) {
                return new AwaitedState(Optional.empty());
            }
            if (value.startsWith(VERSION)) {
                return new AwaitedState(Optional.of(version(value.substring(VERSION.length()))));
            }
            throw new TypeConversionException("\"" + value + "\" is not \"installed\" or \"version=VERSION\"");
        }

        private static String version(String text) {
            try {
                var _ = Version.parse(text);
                return text;
            } catch (VersionSyntaxException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** How far an extension is now; the result is the installed version. */
    public Progress of(ClusterExtension extension) {
        ExtensionHealth health = ExtensionHealth.of(extension);
        String message = ExtensionSummary.of(extension).message().orElse("");
        String installed = installed(extension);
        boolean isThere = version.equals(Optional.of(installed));
        return switch (health) {
            case HEALTHY -> ofHealthy(installed);
            case DELETING -> new Progress.Impossible("it is being deleted");
            case BLOCKED, AWAITING_APPROVAL ->
                isThere ? new Progress.Reached(installed) : new Progress.Impossible(message);
            case DEGRADED, UNKNOWN, INSTALLING, UPGRADING, RETRYING ->
                isThere ? new Progress.Reached(installed) : new Progress.Pending(health + ": " + message);
            case PENDING -> new Progress.Pending(health + ": " + message);
        };
    }

    /** The version that has rolled out last, also if another bundle waits or rolls out; empty if there is none. */
    private static String installed(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.INSTALLED)
                .filter(Condition::isTrue)
                .flatMap(_ -> ExtensionReads.installed(extension))
                .map(InstalledBundle::version)
                .orElse("");
    }

    private Progress ofHealthy(String installed) {
        if (version.isEmpty() || version.get().equals(installed)) {
            return new Progress.Reached(installed);
        }
        return new Progress.Impossible("version " + installed + " is installed, and nothing is rolling out: the spec or"
                + " the catalogs do not lead to " + version.get());
    }

    /** The end of the sentence about an extension that does not reach the state without a change by a user. */
    String missed() {
        return version.map(wanted -> " does not get version " + wanted).orElse(" is not installed as its spec says");
    }

    @Override
    public String toString() {
        return version.map(wanted -> "version " + wanted).orElse("the installation");
    }
}
