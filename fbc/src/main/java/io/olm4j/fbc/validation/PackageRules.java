package io.olm4j.fbc.validation;

import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The rules on packages, and on how their channels and bundles fit together. */
final class PackageRules {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private final CatalogModel model;
    private final CatalogFindings findings;
    private final EntryLines lines;
    private final Map<String, PackageDeclaration> packages = new HashMap<>();

    PackageRules(CatalogModel model, CatalogFindings findings, EntryLines lines) {
        this.model = model;
        this.findings = findings;
        this.lines = lines;
    }

    void check() {
        model.packages().forEach(this::checkDeclaration);
        checkChannelDeclarations();
        checkBundleDeclarations();
        packages.values().stream()
                .filter(declared -> model.isComplete(declared.name()))
                .forEach(this::checkContent);
    }

    private void checkDeclaration(PackageDeclaration declared) {
        if (declared.name().isEmpty()) {
            findings.add(declared.location(), declared.path(), "config contains package with no name");
        } else if (packages.putIfAbsent(declared.name(), declared) != null) {
            findings.add(declared.location(), declared.path(), "duplicate package " + Quoted.of(declared.name()));
        } else if (!LABEL.matcher(declared.name()).matches()) {
            findings.add(
                    declared.location(),
                    declared.path(),
                    "invalid package name " + Quoted.of(declared.name())
                            + ": it must be 1 to 63 lower-case letters, digits and dashes, and begin and end with a"
                            + " letter or digit");
        }
    }

    private void checkChannelDeclarations() {
        Set<List<String>> seen = new HashSet<>();
        for (ChannelDeclaration channel : model.channels()) {
            if (isUnknown(channel.packageName())) {
                findings.add(
                        channel.location(),
                        channel.path(),
                        "unknown package " + Quoted.of(channel.packageName()) + " for channel "
                                + Quoted.of(channel.name()));
            }
            if (channel.name().isEmpty()) {
                findings.add(
                        channel.location(),
                        channel.path(),
                        "package " + Quoted.of(channel.packageName()) + " contains channel with no name");
            } else if (!seen.add(List.of(channel.packageName(), channel.name()))) {
                findings.add(
                        channel.location(),
                        channel.path(),
                        "package " + Quoted.of(channel.packageName()) + " has duplicate channel "
                                + Quoted.of(channel.name()));
            }
            new ChannelRules(channel, model.bundlesOf(channel.packageName()), findings, lines).check();
        }
    }

    private void checkBundleDeclarations() {
        Set<List<String>> seen = new HashSet<>();
        for (BundleDeclaration bundle : model.bundles()) {
            if (!bundle.packageName().isEmpty() && isUnknown(bundle.packageName())) {
                findings.add(
                        bundle.location(),
                        bundle.path(),
                        "unknown package " + Quoted.of(bundle.packageName()) + " for bundle "
                                + Quoted.of(bundle.name()));
            }
            if (!seen.add(List.of(bundle.packageName(), bundle.name()))) {
                findings.add(
                        bundle.location(),
                        bundle.path(),
                        "package " + Quoted.of(bundle.packageName()) + " has duplicate bundle "
                                + Quoted.of(bundle.name()));
            }
        }
    }

    private boolean isUnknown(String packageName) {
        return !packages.containsKey(packageName) && model.isComplete(packageName);
    }

    private void checkContent(PackageDeclaration declared) {
        List<ChannelDeclaration> channels = model.channelsOf(declared.name());
        if (channels.isEmpty()) {
            findings.add(declared.location(), declared.path(), "package must contain at least one channel");
        }
        boolean hasDefault =
                channels.stream().anyMatch(channel -> channel.name().equals(declared.defaultChannel()));
        if (declared.defaultChannel().isEmpty()) {
            findings.add(declared.location(), declared.path(), "default channel must be set");
        } else if (!hasDefault) {
            findings.add(
                    declared.location(),
                    declared.path(),
                    "default channel " + Quoted.of(declared.defaultChannel()) + " not found in channels list");
        }
        checkEntries(declared, channels);
        checkVersions(declared, channels);
    }

    private void checkEntries(PackageDeclaration declared, List<ChannelDeclaration> channels) {
        Map<String, BundleDeclaration> bundles = model.bundlesOf(declared.name());
        Set<String> listed = new HashSet<>();
        for (ChannelDeclaration channel : channels) {
            for (Entry entry : channel.entries()) {
                listed.add(entry.name());
                if (!bundles.containsKey(entry.name())) {
                    findings.add(
                            channel.location(),
                            channel.path().entry(entry.name()),
                            "no olm.bundle blob found for entry " + Quoted.of(entry.name()));
                }
            }
        }
        bundles.forEach((name, bundle) -> {
            if (!listed.contains(name)) {
                findings.add(
                        bundle.location(),
                        bundle.path(),
                        "bundle " + Quoted.of(name) + " not found in any channel entries");
            }
        });
    }

    private void checkVersions(PackageDeclaration declared, List<ChannelDeclaration> channels) {
        Set<String> listed = new TreeSet<>();
        channels.forEach(channel -> channel.entries().forEach(entry -> listed.add(entry.name())));
        Map<String, List<String>> byVersion = new TreeMap<>();
        model.bundlesOf(declared.name()).forEach((name, bundle) -> {
            if (listed.contains(name)) {
                bundle.versionText()
                        .ifPresent(version -> byVersion
                                .computeIfAbsent(version, _ -> new ArrayList<>())
                                .add(name));
            }
        });
        byVersion.forEach((version, names) -> {
            if (names.size() > 1) {
                findings.add(
                        declared.location(),
                        declared.path(),
                        "duplicate versions found in bundles: [{" + version + ": ["
                                + String.join(", ", new TreeSet<>(names)) + "]}]");
            }
        });
    }
}
