package io.olm4j.cli.manifest;

import picocli.CommandLine.Option;

/** The option {@code --dry-run}. */
public final class DryRunOption {

    @Option(
            names = "--dry-run",
            arity = "0..1",
            paramLabel = "client|server",
            preprocessor = DryRun.Preprocessor.class,
            completionCandidates = DryRun.Names.class,
            description = "Write nothing. client: send no request that would write; server: let the API server check"
                    + " the requests. Without a value: client.")
    private DryRun dryRun = DryRun.NONE;

    /** What the user chose. */
    public DryRun value() {
        return dryRun;
    }
}
