package io.olm4j.cli.resolve;

import io.olm4j.api.ClusterExtension;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.DependencyOverride;
import io.olm4j.controller.dependency.InstallCommand;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.controller.dependency.UnmetMessage;
import io.olm4j.fbc.constraint.DependencyCheck;
import io.olm4j.fbc.constraint.UnmetDependency;
import java.util.List;
import java.util.Optional;

/**
 * Whether the dependencies of a bundle are met.
 *
 * @param unmet what is missing, a clause each
 * @param message the same with where to get it, as the controller says it; empty if nothing is missing
 * @param ignored whether an annotation of the extension lets it have the bundle nevertheless
 */
record DependencyVerdict(List<String> unmet, String message, boolean ignored) {

    static DependencyVerdict of(
            ClusterExtension extension, BundleDependencies dependencies, Offers offers, ClusterContent content) {
        List<UnmetDependency> unmet = DependencyCheck.unmet(dependencies.properties(), content.facts());
        if (unmet.isEmpty()) {
            return new DependencyVerdict(List.of(), "", false);
        }
        String name = extension.getMetadata().getName();
        var command = new InstallCommand(
                Optional.ofNullable(extension.getSpec().namespace()).orElse(""),
                Optional.ofNullable(extension.getSpec().serviceAccount()).map(account -> account.name()));
        String message = UnmetMessage.of(
                unmet,
                name,
                offers,
                packageName -> Optional.ofNullable(content.extensions().get(packageName))
                        .filter(holder -> !holder.equals(name)),
                command);
        return new DependencyVerdict(
                unmet.stream().map(UnmetDependency::text).toList(),
                message,
                DependencyOverride.of(extension).isIgnore());
    }

    /** Whether the bundle is held back. */
    boolean holdsBack() {
        return !unmet.isEmpty() && !ignored;
    }
}
