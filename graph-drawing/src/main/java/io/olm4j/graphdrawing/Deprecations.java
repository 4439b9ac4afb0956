package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Deprecation.Scope;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The messages with which a package deprecates parts of itself. */
public final class Deprecations {
    private final Map<String, String> ofBundles = new HashMap<>();
    private final Map<String, String> ofChannels = new HashMap<>();
    private final Optional<String> ofPackage;

    public Deprecations(PackageGraph graph) {
        for (var deprecation : graph.deprecations()) {
            var name = deprecation.name().orElse("");
            switch (deprecation.scope()) {
                case BUNDLE -> ofBundles.putIfAbsent(name, deprecation.message());
                case CHANNEL -> ofChannels.putIfAbsent(name, deprecation.message());
                case PACKAGE -> {
                    // Below.
                }
            }
        }
        this.ofPackage = graph.deprecations().stream()
                .filter(deprecation -> deprecation.scope() == Scope.PACKAGE)
                .map(Deprecation::message)
                .findFirst();
    }

    public Optional<String> ofBundle(String name) {
        return Optional.ofNullable(ofBundles.get(name));
    }

    public Optional<String> ofChannel(String name) {
        return Optional.ofNullable(ofChannels.get(name));
    }

    public Optional<String> ofPackage() {
        return ofPackage;
    }
}
