package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.manifest.ManifestOptions;
import io.olm4j.cli.manifest.WaitOptions;
import io.olm4j.cli.plan.ProposedExtension;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension unpin}. */
@Command(
        name = "unpin",
        description = {
            "Removes spec.source.catalog.version, so that any version may be installed, and says what was there.",
            "The policy for upgrades stays, also the SelfCertified of \"olm extension rollback\", unless you name one.",
            "It needs the rights to get and patch ClusterExtensions and to impersonate the service account of the"
                    + " extension."
        },
        mixinStandardHelpOptions = true)
public final class ExtensionUnpinCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--upgrade-constraint-policy",
            paramLabel = "POLICY",
            converter = UpgradePolicyConverter.class,
            completionCandidates = UpgradePolicyConverter.Names.class,
            description = "Also set the policy: CatalogProvided or SelfCertified.")
    private Optional<UpgradeConstraintPolicy> policy = Optional.empty();

    @Mixin
    private final ManifestOptions output = new ManifestOptions();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Override
    public Integer call() {
        return connection.use(this::unpin);
    }

    private int unpin(KubernetesClient client) {
        ClusterExtension extension = new ExtensionReads(client).changeable(name);
        CatalogFilter before = ProposedExtension.selection(extension);
        CatalogFilter after = before.withVersion("").withPolicy(policy.orElse(before.upgradeConstraintPolicy()));
        new ChangeSteps(spec.commandLine(), output, new WaitOptions())
                .send(
                        client,
                        SelectionChange.of(extension, after),
                        "any version is admitted, " + Selections.before(before) + "; \"olm extension wait " + name
                                + "\" waits for an upgrade");
        if (Selections.isSelfCertified(after)) {
            output.people(spec.commandLine())
                    .println(name + ": the policy is SelfCertified, so that any version may follow, also an older one;"
                            + " --upgrade-constraint-policy CatalogProvided restores the edges of the catalog");
        }
        return ExitCode.OK;
    }
}
