package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.clustercatalog.ClusterResolution;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.manifest.AdmittedVersion;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SpecRange;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension explain}. */
@Command(
        name = "explain",
        description = {
            "Explains why an extension has its version, why it does not get another one, and which upgrades"
                    + " lead there, according to the catalogs of the cluster. It changes nothing.",
            "It needs the rights to get the ClusterExtension and to list ClusterCatalogs, and, where catalogd is not on"
                    + " loopback, to get services/proxy in the namespace of catalogd. Exits with 1 if no bundle fits,"
                    + " or if the extension does not get what --version names."
        })
final class ExtensionExplainCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--version",
            paramLabel = "VERSION|RANGE",
            description = "Explain why the extension does not get this version; for a range, list the versions of the"
                    + " catalogs in it, and name the one that the extension would get with this range.")
    private Optional<String> version = Optional.empty();

    @Option(names = "--all", description = "For each candidate, show the rule that dropped it, and why.")
    private boolean all;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    @Override
    public Integer call() throws IOException {
        version.filter(text -> !ExtensionExplanation.isVersion(text)).ifPresent(this::checkRange);
        version.ifPresent(text -> AdmittedVersion.check(spec.commandLine().getErr(), text));
        ExtensionExplanation explanation = connection.use(this::explain);
        output.printOne(
                spec.commandLine().getOut(),
                explanation,
                (out, one) -> new ExplanationPage(out, all).print(one),
                NamedObjects.qualified(ClusterExtension.class, name));
        return explanation.isPositive() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void checkRange(String range) {
        try {
            var _ = SpecRange.parse(range);
        } catch (RangeSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Invalid value for option '--version': \"" + range + "\" is neither a version nor a range: "
                            + e.getMessage());
        }
    }

    private ExtensionExplanation explain(KubernetesClient client) {
        return new ClusterResolution(client, spec.commandLine().getErr())
                .resolve(
                        name,
                        (extension, candidates) -> ExtensionExplanation.of(
                                extension, ProposedExtension.selection(extension), candidates, version));
    }
}
