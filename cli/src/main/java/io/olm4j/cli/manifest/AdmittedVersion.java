package io.olm4j.cli.manifest;

import io.olm4j.cli.command.ErrorLines;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.SpecRangePattern;
import java.io.PrintWriter;

/** Whether the API server takes the text that a user wants as {@code spec.source.catalog.version}. */
public final class AdmittedVersion {

    private AdmittedVersion() {}

    /** Warns of a text that the API server refuses, though the resolver may understand it. */
    public static void check(PrintWriter warnings, String version) {
        if (!SpecRangePattern.admits(version)) {
            ErrorLines.warn(
                    warnings,
                    "the API server will refuse a ClusterExtension with the version " + Quoted.of(version)
                            + (version.isEmpty() ? ": leave the field out to allow every version" : ""));
        }
    }
}
