package io.olm4j.fbc.validation;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;
import java.util.List;
import java.util.Optional;

/** An {@code olm.deprecations}. */
record DeprecationsDeclaration(String packageName, List<Entry> entries, Location location) {
    /** The deprecated object. */
    record Reference(String schema, String name) {}

    /** One deprecation. */
    record Entry(Reference reference, String message) {}

    DeprecationsDeclaration {
        entries = List.copyOf(entries);
    }

    static DeprecationsDeclaration of(Meta meta) {
        Fields fields = meta.fields();
        List<Entry> entries = fields.objects("entries").stream()
                .map(DeprecationsDeclaration::entry)
                .toList();
        return new DeprecationsDeclaration(fields.text("package"), entries, meta.location());
    }

    private static Entry entry(Fields entry) {
        Optional<Fields> reference = entry.object("reference");
        return new Entry(
                new Reference(
                        reference.map(fields -> fields.text("schema")).orElse(""),
                        reference.map(fields -> fields.text("name")).orElse("")),
                entry.text("message"));
    }

    FindingPath path() {
        return FindingPath.ofPackage(packageName);
    }
}
