package io.olm4j.fbc.validation;

import static io.olm4j.fbc.validation.Findings.quote;

import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Entry;
import io.olm4j.fbc.validation.DeprecationsDeclaration.Reference;
import java.util.HashSet;
import java.util.Set;

/** The rules on deprecations: what they refer to must be there, and once only. */
final class DeprecationRules {
    private final CatalogModel model;
    private final Findings findings;

    DeprecationRules(CatalogModel model, Findings findings) {
        this.model = model;
        this.findings = findings;
    }

    void check() {
        Set<String> seen = new HashSet<>();
        for (DeprecationsDeclaration declared : model.deprecations()) {
            String packageName = declared.packageName();
            if (packageName.isEmpty()) {
                findings.add(declared.location(), "package name must be set for deprecation item");
                continue;
            }
            if (!seen.add(packageName)) {
                findings.add(
                        declared.location(),
                        "expected a maximum of one deprecation per package: " + quote(packageName));
            }
            if (!model.isComplete(packageName)) {
                continue;
            }
            boolean known = model.packages().stream()
                    .anyMatch(candidate -> candidate.name().equals(packageName));
            if (!known) {
                findings.add(
                        declared.location(), "cannot apply deprecations to an unknown package " + quote(packageName));
            } else {
                checkEntries(declared);
            }
        }
    }

    private void checkEntries(DeprecationsDeclaration declared) {
        Set<Reference> seen = new HashSet<>();
        for (int i = 0; i < declared.entries().size(); i++) {
            Entry entry = declared.entries().get(i);
            String what = "entry " + i + " of the deprecations of package " + quote(declared.packageName());
            if (!seen.add(entry.reference())) {
                findings.add(declared.location(), what + " repeats the reference of an entry before it");
            }
            if (entry.message().isEmpty()) {
                findings.add(declared.location(), what + ": invalid deprecation: message must be set");
            }
            checkReference(declared, entry.reference(), i);
        }
    }

    private void checkReference(DeprecationsDeclaration declared, Reference reference, int index) {
        String forPackage = " for package " + quote(declared.packageName());
        switch (reference.schema()) {
            case "" ->
                findings.add(
                        declared.location(), "schema must be set for deprecation entry [" + index + "]" + forPackage);
            case Schemas.BUNDLE -> {
                if (!model.bundlesOf(declared.packageName()).containsKey(reference.name())) {
                    findings.add(
                            declared.location(),
                            "cannot deprecate bundle " + quote(reference.name()) + forPackage + ": bundle not found");
                }
            }
            case Schemas.CHANNEL -> {
                boolean found = model.channelsOf(declared.packageName()).stream()
                        .anyMatch(channel -> channel.name().equals(reference.name()));
                if (!found) {
                    findings.add(
                            declared.location(),
                            "cannot deprecate channel " + quote(reference.name()) + forPackage + ": channel not found");
                }
            }
            case Schemas.PACKAGE -> {
                if (!reference.name().isEmpty()) {
                    findings.add(
                            declared.location(),
                            "package name must be empty for deprecated package " + quote(declared.packageName())
                                    + " (specified " + quote(reference.name()) + ")");
                }
            }
            default ->
                findings.add(
                        declared.location(),
                        "cannot deprecate object of schema " + quote(reference.schema()) + " referenced by entry "
                                + index + forPackage + ": object schema unknown");
        }
    }
}
