package io.olm4j.cli.command;

import picocli.CommandLine.Option;

/** The option {@code --help} of commands whose option {@code --version} means something else than their own version. */
public final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean asked;
}
