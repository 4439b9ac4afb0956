package io.olm4j.controller.dependency;

import io.olm4j.api.Annotations;
import io.olm4j.controller.dependency.Advice.Install;
import io.olm4j.fbc.constraint.Missing;
import io.olm4j.fbc.constraint.UnmetDependency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The message about unmet dependencies of a bundle: what is missing, where it is available, and which commands install
 * it; at most one screen.
 */
public final class UnmetMessage {

    private static final int MAX_DEPENDENCIES = 5;
    private static final int MAX_ADVICE = 3;
    private static final int MAX_COMMANDS = 3;

    private final Offers offers;
    private final Function<String, Optional<String>> installedAs;
    private final Map<String, Install> installs = new LinkedHashMap<>();

    private UnmetMessage(Offers offers, Function<String, Optional<String>> installedAs) {
        this.offers = offers;
        this.installedAs = installedAs;
    }

    /**
     * The message of several lines.
     *
     * @param extension the extension that gets the bundle
     * @param offers the offers of the catalogs that it selects
     * @param installedAs the name of the extension that has a package installed
     */
    public static String of(
            List<UnmetDependency> unmet,
            String extension,
            Offers offers,
            Function<String, Optional<String>> installedAs,
            InstallCommand command) {
        var message = new UnmetMessage(offers, installedAs);
        List<String> lines = new ArrayList<>();
        lines.add((unmet.size() == 1 ? "a dependency is" : unmet.size() + " dependencies are")
                + " not met, so that the bundle is not installed:");
        unmet.stream().limit(MAX_DEPENDENCIES).map(message::line).forEach(lines::add);
        if (unmet.size() > MAX_DEPENDENCIES) {
            lines.add("- and " + (unmet.size() - MAX_DEPENDENCIES) + " more");
        }
        message.installs.values().stream()
                .flatMap(install -> command.of(install).stream())
                .limit(MAX_COMMANDS)
                .map(text -> "To install what is missing: " + text)
                .forEach(lines::add);
        lines.add("To do without: kubectl annotate clusterextension " + extension + " " + Annotations.DEPENDENCY_CHECK
                + "=Ignore");
        return String.join("\n", lines);
    }

    private String line(UnmetDependency dependency) {
        List<String> clauses = new ArrayList<>();
        clauses.add("- it " + dependency.text());
        dependency.missing().stream().limit(MAX_ADVICE).map(this::advice).forEach(clauses::add);
        return String.join("; ", clauses);
    }

    private String advice(Missing missing) {
        Advice advice = Advice.of(missing, offers);
        Optional<String> holder = advice.install()
                .map(Install::packageName)
                .or(() -> missing instanceof Missing.PackageInRange(String name, var _)
                        ? Optional.of(name)
                        : Optional.empty())
                .flatMap(installedAs);
        if (holder.isPresent()) {
            return advice.text() + ": the package is installed by ClusterExtension " + Advice.quoted(holder.get())
                    + (advice.install().isPresent() ? ", whose spec.source.catalog.version decides" : "");
        }
        advice.install()
                .ifPresent(install -> installs.merge(
                        install.packageName(),
                        install,
                        // If one dependency needs an exact version, that version wins.
                        (one, other) -> one.version().isPresent() ? one : other));
        return advice.text();
    }
}
