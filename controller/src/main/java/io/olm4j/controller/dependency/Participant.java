package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.constraint.Missing;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * An extension, with the facts for dependencies between extensions.
 *
 * @param name of the ClusterExtension
 * @param now its installed state; empty once it is being deleted
 * @param before its last formerly installed states, newest first; if it is being deleted, also its last installed state
 * @param required the dependencies of its newest revision; none once it is being deleted
 * @param deleting whether it is being deleted
 * @param override whether its dependencies have to be met
 */
public record Participant(
        String name,
        Optional<State> now,
        List<State> before,
        BundleDependencies required,
        boolean deleting,
        DependencyOverride override) {

    public Participant {
        before = List.copyOf(before);
    }

    /** A bundle that is or was installed, with its dependencies and the APIs that it provides. */
    public record State(InstalledPackage bundle, BundleDependencies dependencies) {

        /** Whether it provides the API, or is the package in the range. */
        boolean has(Missing missing) {
            return switch (missing) {
                case Missing.Api(var api) -> dependencies.provided().contains(api);
                case Missing.PackageInRange(var name, var range) ->
                    bundle.packageName().equals(name) && isIn(range);
            };
        }

        private boolean isIn(SkipRange range) {
            try {
                return range.contains(Version.parse(bundle.version()));
            } catch (VersionSyntaxException e) {
                return false;
            }
        }
    }
}
