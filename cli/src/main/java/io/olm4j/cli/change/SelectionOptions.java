package io.olm4j.cli.change;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.api.Labels;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the bundles and catalogs that an extension selects. */
final class SelectionOptions {

    @Option(
            names = "--channel",
            paramLabel = "CHANNEL",
            description = "A channel to choose from. May be repeated. --channel '' admits all.")
    private @Nullable List<String> channels;

    @Option(
            names = "--version",
            paramLabel = "RANGE",
            description = "The version or the range of versions to choose from. --version '' admits all.")
    private Optional<String> version = Optional.empty();

    @Option(
            names = "--catalog",
            paramLabel = "NAME",
            description = "The only ClusterCatalog to choose from. --catalog '' admits all.")
    private Optional<String> catalog = Optional.empty();

    @Option(
            names = "--upgrade-constraint-policy",
            paramLabel = "POLICY",
            converter = UpgradePolicyConverter.class,
            completionCandidates = UpgradePolicyConverter.Names.class,
            description = "CatalogProvided: upgrades follow the edges of the catalog. SelfCertified: any version may"
                    + " follow, also an older one.")
    private Optional<UpgradeConstraintPolicy> policy = Optional.empty();

    /** Whether the user gave none of them. */
    boolean isEmpty() {
        return channels == null && version.isEmpty() && catalog.isEmpty() && policy.isEmpty();
    }

    /** The selection of a package without a selection before. */
    CatalogFilter of(String packageName) {
        return on(new CatalogFilter(packageName, "", List.of(), null, null));
    }

    /** A selection after the options; what the user did not give stays. */
    CatalogFilter on(CatalogFilter before) {
        List<String> wanted = channels == null
                ? before.channels()
                : channels.stream().filter(channel -> !channel.isEmpty()).toList();
        return before.withVersion(version.orElse(before.version()))
                .withChannels(wanted)
                .withSelector(selector(before))
                .withPolicy(policy.orElse(before.upgradeConstraintPolicy()));
    }

    private @Nullable LabelSelector selector(CatalogFilter before) {
        if (catalog.isEmpty()) {
            return before.selector();
        }
        return catalog.get().isEmpty()
                ? null
                : new LabelSelectorBuilder()
                        .addToMatchLabels(Labels.METADATA_NAME, Labels.value(catalog.get()))
                        .build();
    }
}
