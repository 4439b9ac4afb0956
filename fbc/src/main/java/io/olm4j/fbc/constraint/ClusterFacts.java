package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.List;
import java.util.Set;

/**
 * The facts about a cluster against which dependencies of bundles are checked.
 *
 * @param servedApis the APIs it serves
 * @param kubernetesVersion as the API server reports it, such as {@code v1.36.3}; empty if it is not known
 * @param installed the bundles that are installed
 */
public record ClusterFacts(Set<ApiKind> servedApis, String kubernetesVersion, List<InstalledPackage> installed) {
    /** Copies the set and the list. */
    public ClusterFacts {
        servedApis = Set.copyOf(servedApis);
        installed = List.copyOf(installed);
    }

    /**
     * An installed bundle.
     *
     * @param version with the release in the place of the build metadata; an unreadable version is in no range
     * @param properties as in its catalog
     */
    public record InstalledPackage(String packageName, String version, List<Property> properties) {
        /** Copies the properties. */
        public InstalledPackage {
            properties = List.copyOf(properties);
        }
    }
}
