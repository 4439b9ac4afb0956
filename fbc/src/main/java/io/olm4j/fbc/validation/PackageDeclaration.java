package io.olm4j.fbc.validation;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;

/** An {@code olm.package}. */
record PackageDeclaration(String name, String defaultChannel, Location location) {
    static PackageDeclaration of(Meta meta) {
        Fields fields = meta.fields();
        fields.text("description");
        fields.object("icon").ifPresent(icon -> {
            icon.text("mediatype");
            Shape.requireBytes(icon, "base64data");
        });
        BundlePropertyRules.requireShape(fields);
        return new PackageDeclaration(fields.text("name"), fields.text("defaultChannel"), meta.location());
    }

    FindingPath path() {
        return FindingPath.ofPackage(name);
    }
}
