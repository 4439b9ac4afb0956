package io.olm4j.fbc.validation;

import io.olm4j.fbc.Fields;
import io.olm4j.fbc.Location;
import io.olm4j.fbc.Meta;

/** An {@code olm.package}. */
record PackageDeclaration(String name, String defaultChannel, Location location) {
    static PackageDeclaration of(Meta meta) {
        Fields fields = Fields.of(meta);
        fields.text("description");
        fields.object("icon").ifPresent(icon -> {
            icon.text("mediatype");
            Shape.requireBytes(icon, "base64data");
        });
        BundleProperties.requireShape(fields);
        return new PackageDeclaration(fields.text("name"), fields.text("defaultChannel"), meta.location());
    }

    FindingPath path() {
        return FindingPath.ofPackage(name);
    }
}
