package io.olm4j.fbc.validation;

import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parts of a catalog that the rules need. */
final class CatalogModel {
    private final List<PackageDeclaration> packages = new ArrayList<>();
    private final List<ChannelDeclaration> channels = new ArrayList<>();
    private final List<BundleDeclaration> bundles = new ArrayList<>();
    private final List<DeprecationsDeclaration> deprecations = new ArrayList<>();
    private final Map<String, List<ChannelDeclaration>> channelsByPackage = new HashMap<>();
    private final Map<String, Map<String, BundleDeclaration>> bundlesByPackage = new HashMap<>();
    private final Set<String> incomplete = new HashSet<>();

    /**
     * Adds an object. Errors of the object itself are added to the findings; throws a TextSyntaxException if a field
     * has the wrong type.
     */
    void add(Meta meta, CatalogFindings findings) {
        switch (meta.schema()) {
            case Schemas.PACKAGE -> packages.add(PackageDeclaration.of(meta));
            case Schemas.CHANNEL -> add(ChannelDeclaration.of(meta));
            case Schemas.BUNDLE -> add(BundleDeclaration.of(meta, findings));
            case Schemas.DEPRECATIONS -> deprecations.add(DeprecationsDeclaration.of(meta));
            default -> {
                // Objects of other schemas may have any content.
            }
        }
    }

    private void add(ChannelDeclaration channel) {
        channels.add(channel);
        channelsByPackage
                .computeIfAbsent(channel.packageName(), _ -> new ArrayList<>())
                .add(channel);
    }

    private void add(BundleDeclaration bundle) {
        bundles.add(bundle);
        bundlesByPackage
                .computeIfAbsent(bundle.packageName(), _ -> new LinkedHashMap<>())
                .putIfAbsent(bundle.name(), bundle);
    }

    void markIncomplete(String packageName) {
        incomplete.add(packageName);
    }

    boolean isComplete(String packageName) {
        return !incomplete.contains(packageName);
    }

    List<PackageDeclaration> packages() {
        return packages;
    }

    List<ChannelDeclaration> channels() {
        return channels;
    }

    List<BundleDeclaration> bundles() {
        return bundles;
    }

    List<DeprecationsDeclaration> deprecations() {
        return deprecations;
    }

    List<ChannelDeclaration> channelsOf(String packageName) {
        return channelsByPackage.getOrDefault(packageName, List.of());
    }

    /** The bundles of a package by name; the first one if several have the same name. */
    Map<String, BundleDeclaration> bundlesOf(String packageName) {
        return bundlesByPackage.getOrDefault(packageName, Map.of());
    }
}
