package io.olm4j.fbc.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the properties of a bundle. */
final class BundlePropertyRules {
    private final Location location;
    private final List<String> problems = new ArrayList<>();
    private final List<PackageProperty> packageProperties = new ArrayList<>();
    private boolean hasObjects;

    /** An {@code olm.package} property; missing fields are empty texts. */
    record PackageProperty(String packageName, String version, String release) {}

    private BundlePropertyRules(Location location) {
        this.location = location;
    }

    /** @throws TextSyntaxException if the list itself has the wrong shape */
    static BundlePropertyRules of(Fields bundle) {
        BundlePropertyRules properties = new BundlePropertyRules(bundle.location());
        List<Fields> list = bundle.objects("properties");
        boolean readable = true;
        for (int i = 0; i < list.size(); i++) {
            readable &= properties.add(i, list.get(i));
        }
        int found = properties.packageProperties.size();
        if (readable && found != 1) {
            properties.problems.add("must have exactly 1 \"olm.package\" property, found " + found);
        }
        return properties;
    }

    /** Checks only that the properties are a list of typed values; used for packages and channels. */
    static void requireShape(Fields owner) {
        owner.objects("properties").forEach(property -> property.text("type"));
    }

    List<String> problems() {
        return problems;
    }

    /** The one olm.package property; empty if there is not exactly one. */
    Optional<PackageProperty> packageProperty() {
        return packageProperties.size() == 1 ? Optional.of(packageProperties.getFirst()) : Optional.empty();
    }

    /** Whether the bundle has manifests in its properties, in place of an image. */
    boolean hasObjects() {
        return hasObjects;
    }

    private boolean add(int index, Fields property) {
        String type = property.text("type");
        Optional<JsonNode> value = property.raw("value");
        Optional<String> problem = value.isEmpty()
                ? Optional.of("the value is missing")
                : PropertyShapes.of(type).problem(value.get(), "value");
        if (problem.isPresent()) {
            problems.add("property[" + index + "] of type " + Quoted.of(type) + ": " + problem.get());
            return false;
        }
        if (type.equals(PropertyTypes.PACKAGE)) {
            Fields own = Fields.of(value.get(), location, property.pathOf("value"));
            packageProperties.add(
                    new PackageProperty(own.text("packageName"), own.text("version"), own.text("release")));
        } else if (type.equals(PropertyTypes.BUNDLE_OBJECT)) {
            hasObjects = true;
            BundleObjects.problem(Fields.of(value.get(), location, property.pathOf("value")))
                    .ifPresent(text -> problems.add("property[" + index + "] of type \"olm.bundle.object\": " + text));
        }
        return true;
    }
}
