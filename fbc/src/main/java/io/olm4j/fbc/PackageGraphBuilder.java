package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the upgrade graph of one package from its objects, for the resolver.
 *
 * <p>It is as lenient as operator-controller, which does not validate catalogs before it resolves: it refuses only
 * values of a wrong type.
 */
final class PackageGraphBuilder {
    private final String packageName;
    private final boolean explicitReleases;
    private Optional<String> defaultChannel = Optional.empty();
    private final List<Channel> channels = new ArrayList<>();
    private final List<Bundle> bundles = new ArrayList<>();
    private Optional<List<Deprecation>> deprecations = Optional.empty();

    /** @param explicitReleases whether the field {@code release} beside the version counts */
    PackageGraphBuilder(String packageName, boolean explicitReleases) {
        this.packageName = packageName;
        this.explicitReleases = explicitReleases;
    }

    PackageGraph build() {
        return new PackageGraph(packageName, defaultChannel, channels, bundles, deprecations.orElse(List.of()));
    }

    /**
     * Adds an object of the package.
     *
     * @throws TextSyntaxException if a field has a wrong type
     */
    void add(Meta meta) {
        Fields fields = meta.fields();
        switch (meta.schema()) {
            case Schemas.PACKAGE ->
                defaultChannel = Optional.of(fields.text("defaultChannel")).filter(name -> !name.isEmpty());
            case Schemas.CHANNEL -> channels.add(channel(fields));
            case Schemas.BUNDLE -> bundles.add(bundle(fields));
            case Schemas.DEPRECATIONS -> {
                // operator-controller uses the first object only.
                if (deprecations.isEmpty()) {
                    deprecations = Optional.of(deprecations(fields));
                }
            }
            default -> {
                // Other schemas do not matter for resolution.
            }
        }
    }

    static Channel channel(Fields fields) {
        List<Entry> entries = fields.objects("entries").stream()
                .map(entry -> new Entry(
                        entry.text("name"),
                        Optional.of(entry.text("replaces")),
                        entry.texts("skips"),
                        Optional.of(entry.text("skipRange"))))
                .toList();
        return new Channel(fields.text("name"), entries);
    }

    private Bundle bundle(Fields fields) {
        List<Property> properties = new ArrayList<>();
        Optional<PackageProperty> version = Optional.empty();
        for (Fields property : fields.objects("properties")) {
            String type = property.text("type");
            JsonNode value = property.raw("value").orElse(NullNode.getInstance());
            if (!PropertyTypes.isManifestData(type)) {
                properties.add(new Property(type, CanonicalJson.write(value)));
            }
            if (version.isEmpty() && type.equals(PropertyTypes.PACKAGE)) {
                version = Optional.of(PackageProperty.of(value));
            }
        }
        PackageProperty first = version.orElse(PackageProperty.NONE);
        return new Bundle(
                fields.text("name"),
                fields.text("image"),
                first.version(),
                first.release().filter(_ -> explicitReleases),
                first.fault(),
                properties);
    }

    private static List<Deprecation> deprecations(Fields fields) {
        List<Deprecation> found = new ArrayList<>();
        for (Fields entry : fields.objects("entries")) {
            Optional<Fields> reference = entry.object("reference");
            String name = reference.map(field -> field.text("name")).orElse("");
            String message = entry.text("message");
            switch (reference.map(field -> field.text("schema")).orElse("")) {
                case Schemas.PACKAGE ->
                    found.add(new Deprecation(Deprecation.Scope.PACKAGE, Optional.empty(), message));
                case Schemas.CHANNEL ->
                    found.add(new Deprecation(Deprecation.Scope.CHANNEL, Optional.of(name), message));
                case Schemas.BUNDLE -> found.add(new Deprecation(Deprecation.Scope.BUNDLE, Optional.of(name), message));
                default -> {
                    // operator-controller ignores unknown references.
                }
            }
        }
        return found;
    }
}
