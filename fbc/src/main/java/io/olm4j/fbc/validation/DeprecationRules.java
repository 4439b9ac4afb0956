package io.olm4j.fbc.validation;

import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Entry;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Reference;
import io.olm4j.versionranges.Quoted;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules on deprecations: the object they refer to must exist, and only one entry may refer to it. */
final class DeprecationRules {
    private final CatalogModel model;
    private final CatalogFindings findings;

    DeprecationRules(CatalogModel model, CatalogFindings findings) {
        this.model = model;
        this.findings = findings;
    }

    void check() {
        Set<String> seen = new HashSet<>();
        Set<String> packages =
                model.packages().stream().map(PackageDeclaration::name).collect(Collectors.toSet());
        for (DeprecationsDeclaration declared : model.deprecations()) {
            String packageName = declared.packageName();
            if (packageName.isEmpty()) {
                findings.add(declared.location(), declared.path(), "package name must be set for deprecation item");
                continue;
            }
            if (!seen.add(packageName)) {
                findings.add(
                        declared.location(),
                        declared.path(),
                        "expected a maximum of one deprecation per package: " + Quoted.of(packageName));
            }
            if (!model.isComplete(packageName)) {
                continue;
            }
            if (!packages.contains(packageName)) {
                findings.add(
                        declared.location(),
                        declared.path(),
                        "cannot apply deprecations to an unknown package " + Quoted.of(packageName));
            } else {
                checkEntries(declared);
            }
        }
    }

    private void checkEntries(DeprecationsDeclaration declared) {
        Set<Reference> seen = new HashSet<>();
        Set<String> channels = model.channelsOf(declared.packageName()).stream()
                .map(ChannelDeclaration::name)
                .collect(Collectors.toSet());
        for (int i = 0; i < declared.entries().size(); i++) {
            Entry entry = declared.entries().get(i);
            String what = "deprecation entry [" + i + "]";
            if (!seen.add(entry.reference())) {
                findings.add(
                        declared.location(), declared.path(), what + " repeats the reference of an entry before it");
            }
            if (entry.message().isEmpty()) {
                findings.add(declared.location(), declared.path(), what + ": invalid deprecation: message must be set");
            }
            wrongReference(declared.packageName(), channels, entry.reference(), i)
                    .ifPresent(message -> findings.add(declared.location(), declared.path(), message));
        }
    }

    /** What is wrong with the reference of an entry; empty if nothing is. */
    private Optional<String> wrongReference(String packageName, Set<String> channels, Reference reference, int index) {
        String name = Quoted.of(reference.name());
        String forPackage = " for package " + Quoted.of(packageName);
        return switch (reference.schema()) {
            case "" -> Optional.of("schema must be set for deprecation entry [" + index + "]" + forPackage);
            case Schemas.BUNDLE ->
                model.bundlesOf(packageName).containsKey(reference.name())
                        ? Optional.empty()
                        : Optional.of("cannot deprecate bundle " + name + forPackage + ": bundle not found");
            case Schemas.CHANNEL ->
                channels.contains(reference.name())
                        ? Optional.empty()
                        : Optional.of("cannot deprecate channel " + name + forPackage + ": channel not found");
            case Schemas.PACKAGE ->
                reference.name().isEmpty()
                        ? Optional.empty()
                        : Optional.of("package name must be empty for deprecated package " + Quoted.of(packageName)
                                + " (specified " + name + ")");
            default ->
                Optional.of("cannot deprecate object of schema " + Quoted.of(reference.schema())
                        + " referenced by entry " + index + forPackage + ": object schema unknown");
        };
    }
}
