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
                "spec is that of spec.source.catalog.version, skip-range that of skipRange in catalogs."
            })
    private Dialect dialect = Dialect.SPEC;

    Dialect dialect() {
        return dialect;
    }
}
