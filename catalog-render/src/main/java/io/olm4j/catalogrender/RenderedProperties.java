package io.olm4j.catalogrender;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.read.BundleSource;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyTypes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the properties of a bundle's catalog object by the rules of {@code opm render}: what the bundle is, provides
 * and needs, what it states itself, and all its manifests.
 */
final class RenderedProperties {
    private static final Location PROPERTY = new Location("property", 1);

    private final List<BundleProperty> properties = new ArrayList<>();
    private final Set<ApiKind> provided;
    private final Set<ApiKind> required;
    private BundleProperty packageProperty;

    private RenderedProperties(BundleSource source) {
        BundleApis apis = BundleApis.of(source);
        provided = new HashSet<>(apis.provided());
        required = new HashSet<>(apis.required());
        JsonNode spec = source.csv().path("spec");
        packageProperty = packageProperty(
                source.bundle().packageName(),
                spec.path("version").asText(),
                spec.path("release").asText());
    }

    /**
     * The properties in the order of the original.
     *
     * @throws io.olm4j.codec.text.TextSyntaxException if a property or dependency that the bundle states is malformed
     * @throws RenderException if CRDs and ClusterServiceVersion do not fit together
     */
    static List<BundleProperty> of(BundleSource source) {
        return new RenderedProperties(source).collect(source);
    }

    private List<BundleProperty> collect(BundleSource source) {
        // The package that metadata/ states gives way to the one from the annotations, and that to the one the CSV
        // states.
        Set<BundleProperty> stated = new LinkedHashSet<>(StatedProperties.inMetadata(source));
        stated.removeIf(property -> property.type().equals(PropertyTypes.PACKAGE));
        stated.addAll(StatedProperties.inAnnotation(source));
        stated.forEach(this::addStated);
        StatedProperties.dependencies(source).forEach(this::addDependency);
        properties.add(packageProperty);
        provided.forEach(api -> properties.add(apiProperty(PropertyTypes.GVK, api)));
        required.forEach(api -> properties.add(apiProperty(PropertyTypes.GVK_REQUIRED, api)));
        source.manifests().forEach(manifest -> properties.add(manifestProperty(manifest)));
        return properties.stream().sorted().toList();
    }

    private void addStated(BundleProperty property) {
        switch (property.type()) {
            case PropertyTypes.GVK -> provided.add(api(property));
            case PropertyTypes.PACKAGE -> {
                Fields fields = fields(property);
                packageProperty =
                        packageProperty(fields.text("packageName"), fields.text("version"), fields.text("release"));
            }
            default -> properties.add(property);
        }
    }

    private void addDependency(BundleProperty dependency) {
        switch (dependency.type()) {
            case PropertyTypes.GVK -> required.add(api(dependency));
            case PropertyTypes.PACKAGE -> {
                Fields fields = fields(dependency);
                ObjectNode value = object().put("packageName", fields.text("packageName"))
                        .put("versionRange", fields.text("version"));
                properties.add(BundleProperty.derived(PropertyTypes.PACKAGE_REQUIRED, value));
            }
            default -> properties.add(dependency);
        }
    }

    private static BundleProperty packageProperty(String name, String version, String release) {
        ObjectNode value = object().put("packageName", name).put("version", version);
        return BundleProperty.derived(PropertyTypes.PACKAGE, release.isEmpty() ? value : value.put("release", release));
    }

    private static BundleProperty apiProperty(String type, ApiKind api) {
        return BundleProperty.derived(
                type, object().put("group", api.group()).put("kind", api.kind()).put("version", api.version()));
    }

    private static BundleProperty manifestProperty(ObjectNode manifest) {
        byte[] json = BundleProperty.escaped(CanonicalJson.write(manifest)).getBytes(UTF_8);
        return BundleProperty.derived(
                PropertyTypes.BUNDLE_OBJECT,
                object().put("data", Base64.getEncoder().encodeToString(json)));
    }

    private static ApiKind api(BundleProperty property) {
        Fields fields = fields(property);
        return new ApiKind(fields.text("group"), fields.text("version"), fields.text("kind"));
    }

    private static Fields fields(BundleProperty property) {
        return Fields.of(property.value(), PROPERTY, "the value of the property " + property.type());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
