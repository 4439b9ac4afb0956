package io.olm4j.cli.versions;

import picocli.CommandLine.Option;

/** The option {@code --dialect}. */
final class DialectOption {

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            defaultValue = "spec",
            description = {
                "The language of the range: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.",
                "spec: as in spec.source.catalog.version. skip-range: as in skipRange of catalogs."
            })
    private Dialect dialect = Dialect.SPEC;

    Dialect dialect() {
        return dialect;
    }
}
