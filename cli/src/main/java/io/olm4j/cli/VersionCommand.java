package io.olm4j.cli;

import io.olm4j.api.OlmApi;
import io.olm4j.cli.command.BuildInfo;
import io.olm4j.cli.output.OutputOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm version}. */
@Command(
        name = "version",
        description = "Prints the build of olm4j, its Java runtime and platform, and the API versions that it serves.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    /**
     * What machines get.
     *
     * @param jdk version and vendor of the Java runtime
     * @param platform operating system and processor, as Java calls them
     */
    private record Result(String version, String commit, String jdk, String platform, List<String> apiVersions) {}

    @Override
    public Integer call() throws IOException {
        BuildInfo build = BuildInfo.current();
        Result result = new Result(
                build.version(),
                build.commit(),
                System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + "/" + System.getProperty("os.arch"),
                List.of(OlmApi.API_VERSION));
        output.print(spec.commandLine().getOut(), result, VersionCommand::print);
        return ExitCode.OK;
    }

    private static void print(PrintWriter out, Result result) {
        out.println("Version:      " + result.version());
        out.println("Commit:       " + result.commit());
        out.println("JDK:          " + result.jdk());
        out.println("Platform:     " + result.platform());
        out.println("API versions: " + String.join(", ", result.apiVersions()));
    }
}
