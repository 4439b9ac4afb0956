package io.olm4j.fbc.validation;

import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Entry;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Reference;
import io.olm4j.versionranges.Quoted;
import java.util.HashSet;
import java.util.Set;

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
            boolean known = model.packages().stream()
                    .anyMatch(candidate -> candidate.name().equals(packageName));
            if (!known) {
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
            checkReference(declared, entry.reference(), i);
        }
    }

    private void checkReference(DeprecationsDeclaration declared, Reference reference, int index) {
        String forPackage = " for package " + Quoted.of(declared.packageName());
        switch (reference.schema()) {
            case "" ->
                findings.add(
                        declared.location(),
                        declared.path(),
                        "schema must be set for deprecation entry [" + index + "]" + forPackage);
            case Schemas.BUNDLE -> {
                if (!model.bundlesOf(declared.packageName()).containsKey(reference.name())) {
                    findings.add(
                            declared.location(),
                            declared.path(),
                            "cannot deprecate bundle " + Quoted.of(reference.name()) + forPackage
                                    + ": bundle not found");
                }
            }
            case Schemas.CHANNEL -> {
                boolean found = model.channelsOf(declared.packageName()).stream()
                        .anyMatch(channel -> channel.name().equals(reference.name()));
                if (!found) {
                    findings.add(
                            declared.location(),
                            declared.path(),
                            "cannot deprecate channel " + Quoted.of(reference.name()) + forPackage
                                    + ": channel not found");
                }
            }
            case Schemas.PACKAGE -> {
                if (!reference.name().isEmpty()) {
                    findings.add(
                            declared.location(),
                            declared.path(),
                            "package name must be empty for deprecated package " + Quoted.of(declared.packageName())
                                    + " (specified " + Quoted.of(reference.name()) + ")");
                }
            }
            default ->
                findings.add(
                        declared.location(),
                        declared.path(),
                        "cannot deprecate object of schema " + Quoted.of(reference.schema()) + " referenced by entry "
                                + index + forPackage + ": object schema unknown");
        }
    }
}
