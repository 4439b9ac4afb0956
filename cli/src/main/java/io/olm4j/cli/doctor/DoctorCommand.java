package io.olm4j.cli.doctor;

import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.SystemNames;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code olm doctor}. */
@Command(
        name = "doctor",
        description = {
            "Checks olm4j on a cluster: definitions, rights, policies, controllers, catalogs, extensions.",
            "It writes nothing. It needs the rights to get or to list what it checks; a check whose rights you lack is"
                    + " unknown, and names the right. Exits with 1 if there is a problem or a warning."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

    /** What to do if a part of the manifests is not on the cluster. */
    static final String APPLY_MANIFESTS =
            "kubectl apply --server-side -k DIRECTORY, with the kustomization that installed olm4j";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = SystemNames.NAMESPACE,
            description = "Where olm4j is installed. Default: ${DEFAULT-VALUE}.")
    private String namespace = "";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Diagnosis> all = Checkup.of(connection.use(client -> new FactReader(client, namespace).read()));
        if (output.isForPeople()) {
            PrintWriter people = VisibleText.writer(out);
            all.forEach(one -> one.print(people));
            people.flush();
        } else {
            output.printList(out, all, List.of(), one -> "check/" + one.check());
        }
        return all.stream().anyMatch(Diagnosis::isFinding) ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
