package io.olm4j.cli.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.cli.bundle.BundleRendering;
import io.olm4j.cli.bundle.InstallOptions;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ResourceNames;
import io.olm4j.cli.source.ContentSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm rbac}. */
@Command(
        name = "rbac",
        description = {
            "Prints a service account with only the rights that it needs to install a bundle, as YAML to apply.",
            "For an upgrade, name the installed bundle and the next one: the account must delete objects that only"
                    + " the old one has."
        },
        mixinStandardHelpOptions = true)
public final class RbacCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = ContentSource.LABEL,
            description = "Bundles of one package: directories with manifests/ and metadata/, or images.")
    private List<String> bundles = List.of();

    @Mixin
    private final InstallOptions install = new InstallOptions();

    @Option(
            names = "--service-account",
            paramLabel = "[NS/]NAME",
            defaultValue = "installer",
            description = "The account; without a namespace, in the install namespace. Default: ${DEFAULT-VALUE}.")
    private String account = "";

    @Option(
            names = "--escalate",
            description = {
                "Allow the account to escalate and bind the roles of the bundle by name, instead of granting it"
                        + " all rights of these roles.",
                "The output is shorter, but every user of the account can then add any right to these roles."
            })
    private boolean escalate;

    @Override
    public Integer call() throws IOException {
        install.read();
        Optional<String> namespace = namespace();
        String name = account.substring(account.indexOf('/') + 1);
        namespace.ifPresent(ResourceNames::requireNamespace);
        ResourceNames.requireServiceAccount(name);
        List<ObjectNode> objects = new ArrayList<>();
        try (ContentSource source = ContentSource.ofBundles()) {
            for (String bundle : bundles) {
                switch (install.render(source.open(bundle).directory())) {
                    case BundleRendering.Done done -> objects.addAll(done.objects());
                    case BundleRendering.Failed failed -> {
                        return ErrorLines.fail(spec.commandLine(), bundle + ": " + failed.oneLine());
                    }
                }
            }
        }
        var manifest = new InstallerManifest(namespace.orElseThrow(this::unknownNamespace), name);
        PrintWriter out = spec.commandLine().getOut();
        out.print(manifest.yaml(objects, escalate ? Grants.ESCALATE : Grants.OWN));
        out.flush();
        return ExitCode.OK;
    }

    /** The namespace of the account; empty if it is not given. */
    private Optional<String> namespace() {
        int slash = account.indexOf('/');
        return slash >= 0 ? Optional.of(account.substring(0, slash)) : install.installNamespace();
    }

    private OlmException unknownNamespace() {
        return new OlmException(
                "the namespace of the service account is not known, because the bundle brings its own namespace:"
                        + " name it as --service-account NS/" + account + ", or give --install-namespace");
    }
}
