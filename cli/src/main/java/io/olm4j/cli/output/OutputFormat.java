package io.olm4j.cli.output;

import java.util.Locale;

/** What machines read instead of the text for people. */
public enum OutputFormat {
    /** One JSON document. */
    JSON,
    /** One YAML document. */
    YAML,
    /** A line of JSON for each result. */
    JSONL;

    /** The name as it is given on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
