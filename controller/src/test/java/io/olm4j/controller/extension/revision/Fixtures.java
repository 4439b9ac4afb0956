package io.olm4j.controller.extension.revision;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inputs that the tests of this package share. */
public final class Fixtures {

    public static final String THEN = "2026-01-01T00:00:00Z";

    private Fixtures() {}

    /** The catalog filter of an extension for package {@code p}: a version range, or any version. */
    public static CatalogFilter wish(String range) {
        return new CatalogFilter("p", range, List.of(), null, null);
    }

    /** The states of revisions without a recorded bundle. */
    public static RevisionStates states(ClusterObjectSet... sets) {
        return RevisionStates.of(List.of(sets), Optional.empty());
    }

    /** The same revision, with a bundle that was chosen for this filter. */
    public static ClusterObjectSet chosenFor(CatalogFilter wish, ClusterObjectSet set) {
        set.getMetadata().getAnnotations().put(Annotations.SELECTION, Selection.of(wish));
        return set;
    }

    /** A catalog in which each version of package {@code p} replaces the former one. */
    public static CatalogGraph catalog(String name, int priority, String... versions) {
        List<Entry> entries = new ArrayList<>();
        List<Bundle> bundles = new ArrayList<>();
        Optional<String> before = Optional.empty();
        for (String version : versions) {
            String bundle = "p.v" + version;
            entries.add(new Entry(bundle, before, List.of(), Optional.empty()));
            bundles.add(new Bundle(bundle, "registry.example.com/p:v" + version, version, List.of()));
            before = Optional.of(bundle);
        }
        return new CatalogGraph(
                name,
                priority,
                new PackageGraph("p", Optional.of("c"), List.of(new Channel("c", entries)), bundles, List.of()));
    }

    /** The same catalog, which deprecates a bundle. */
    public static CatalogGraph deprecating(String bundle, CatalogGraph catalog) {
        PackageGraph graph = catalog.graph();
        return new CatalogGraph(
                catalog.catalog(),
                catalog.priority(),
                new PackageGraph(
                        graph.name(),
                        graph.defaultChannel(),
                        graph.channels(),
                        graph.bundles(),
                        List.of(new Deprecation(Deprecation.Scope.BUNDLE, Optional.of(bundle), "old"))));
    }

    /** A revision that holds a version of package {@code p}. */
    public static ClusterObjectSet set(long number, String version, LifecycleState state, Condition... conditions) {
        var set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder()
                .withName("ce-" + number)
                .withGeneration(1L)
                .addToAnnotations(Annotations.BUNDLE_NAME, "p.v" + version)
                .addToAnnotations(Annotations.BUNDLE_VERSION, version)
                .addToAnnotations(Annotations.BUNDLE_REFERENCE, "registry.example.com/p:v" + version)
                .build());
        set.setSpec(new ClusterObjectSetSpec(state, number, CollisionProtection.PREVENT, List.of(), null, List.of()));
        set.setStatus(new ClusterObjectSetStatus(List.of(conditions), List.of()));
        return set;
    }

    /** A revision that has rolled out. */
    public static ClusterObjectSet installed(long number, String version) {
        return set(
                number,
                version,
                LifecycleState.ACTIVE,
                condition("Progressing", Status.TRUE, "Succeeded", "Revision " + version + " has rolled out."),
                condition("Available", Status.TRUE, "ProbesSucceeded", "Objects are available and pass all probes."),
                condition("Succeeded", Status.TRUE, "Succeeded", "Revision succeeded rolling out."));
    }

    public static Condition condition(String type, Status status, String reason, String message) {
        return new Condition(type, status, reason, message, 1, THEN);
    }
}
