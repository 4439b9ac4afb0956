package io.olm4j.cli.packages;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.config.ConfigurationField;
import io.olm4j.bundle.config.ConfigurationSchema;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.ManifestDependencies;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyReading;
import io.olm4j.fbc.property.PropertyValue;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A package of a catalog, and one of its bundles.
 *
 * @param alsoIn further catalogs that have a package of this name
 * @param icon the media type of the icon
 * @param deprecations what the catalog deprecates of the package
 * @param bundle the one that was asked for; empty if the channel has no head
 */
record PackageDetails(
        @JsonProperty("package") String packageName,
        String catalog,
        List<String> alsoIn,
        String displayName,
        String description,
        String provider,
        List<String> keywords,
        Optional<String> icon,
        Optional<String> defaultChannel,
        List<ChannelDetails> channels,
        List<String> deprecations,
        Optional<BundleDetails> bundle) {

    /**
     * A channel.
     *
     * @param heads one in a valid channel
     * @param bundles how many it has
     */
    record ChannelDetails(String name, List<Head> heads, int bundles) {}

    /** The bundle at the head of a channel. */
    record Head(String bundle, String version) {}

    /**
     * A bundle.
     *
     * @param owns the APIs that it provides
     * @param requires what has to be in the cluster
     * @param installModes those that it supports; empty if the catalog does not say
     * @param configuration the fields of {@code spec.config.inline}; empty if the install modes are not known
     * @param permissions absent if neither the catalog nor the image shows the ClusterServiceVersion
     * @param unread why the image of the bundle cannot be read; empty if it is not needed
     */
    record BundleDetails(
            String name,
            String version,
            String image,
            List<String> owns,
            List<String> requires,
            List<String> installModes,
            List<ConfigurationField> configuration,
            Optional<List<PermissionRule>> permissions,
            Optional<String> unread) {}

    /** Reads what the catalog says, and in the image of the bundle the ClusterServiceVersion that the catalog lacks. */
    static PackageDetails of(PackageSource source, Optional<Bundle> bundle, List<String> alsoIn) {
        OperatorFacts facts = bundle.map(source::facts).orElse(OperatorFacts.NONE);
        Optional<BundleImage> image =
                bundle.filter(_ -> facts.csv().isEmpty()).map(one -> BundleImage.pull(one.image()));
        return of(
                source.graph(),
                source.catalog().getMetadata().getName(),
                alsoIn,
                source.packageObject(),
                image.map(one -> one instanceof BundleImage.Read(JsonNode csv) ? facts.with(csv) : facts)
                        .orElse(facts),
                bundle,
                image.flatMap(one ->
                        one instanceof BundleImage.Unread(String reason) ? Optional.of(reason) : Optional.empty()));
    }

    static PackageDetails of(
            PackageGraph graph,
            String catalog,
            List<String> alsoIn,
            Optional<Meta> packageObject,
            OperatorFacts facts,
            Optional<Bundle> bundle,
            Optional<String> unread) {
        Optional<JsonNode> object = packageObject.map(Meta::blob);
        String stated =
                object.map(one -> one.path("description").asText("").strip()).orElse("");
        return new PackageDetails(
                graph.name(),
                catalog,
                alsoIn,
                facts.displayName(),
                first(facts.summary(), stated, facts.description()),
                facts.provider(),
                facts.keywords(),
                object.map(one -> one.path("icon").path("mediatype").asText(""))
                        .filter(type -> !type.isEmpty())
                        .or(facts::icon),
                graph.defaultChannel(),
                graph.channels().stream()
                        .map(channel -> channel(graph, channel))
                        .toList(),
                graph.deprecations().stream().map(PackageDetails::text).toList(),
                bundle.map(one -> details(one, facts, unread)));
    }

    private static String first(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    private static ChannelDetails channel(PackageGraph graph, Channel channel) {
        return new ChannelDetails(
                channel.name(),
                ChannelGraph.of(channel).heads().stream()
                        .map(name -> new Head(
                                name,
                                PackageSource.bundle(graph, name)
                                        .map(Bundle::version)
                                        .orElse("")))
                        .toList(),
                channel.entries().size());
    }

    private static String text(Deprecation deprecation) {
        String what = switch (deprecation.scope()) {
            case PACKAGE -> "package";
            case CHANNEL -> "channel " + deprecation.name().orElse("");
            case BUNDLE -> "bundle " + deprecation.name().orElse("");
        };
        return what + ": " + deprecation.message();
    }

    private static BundleDetails details(Bundle bundle, OperatorFacts facts, Optional<String> unread) {
        BundleDependencies dependencies = BundleDependencies.ofProperties(bundle.properties())
                .plus(ManifestDependencies.ofMetadata(facts.metadata()));
        return new BundleDetails(
                bundle.name(),
                bundle.version(),
                bundle.image(),
                dependencies.provided().stream().map(ApiKind::toString).sorted().toList(),
                dependencies.required().stream()
                        .map(PackageDetails::requirement)
                        .toList(),
                PackageSource.names(facts),
                facts.installModes().isEmpty() ? List.of() : ConfigurationSchema.fields(facts.installModes()),
                facts.csv().map(csv -> PermissionRule.of(csv, facts.installModes())),
                unread);
    }

    private static String requirement(Property property) {
        if (PropertyParser.parse(0, property) instanceof PropertyReading.Parsed(PropertyValue value)) {
            return switch (value) {
                case PropertyValue.RequiredApi(ApiKind api) -> "the API " + api;
                case PropertyValue.RequiredPackage(String name, String range) ->
                    "the package " + name + " in a version " + range;
                case PropertyValue.MinKubeVersion(String version) -> "Kubernetes " + version + " or later";
                case PropertyValue.CompoundConstraint(String json) -> "the constraint " + json;
                case PropertyValue.ProvidedApi _, PropertyValue.Other _ -> property.type() + " " + property.value();
            };
        }
        return property.type() + " " + property.value();
    }
}
