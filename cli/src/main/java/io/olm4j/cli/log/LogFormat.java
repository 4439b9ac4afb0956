package io.olm4j.cli.log;

/** How lines of a log are written. */
public enum LogFormat {
    /** For people: time, level, logger, message, fields as {@code key=value}. */
    TEXT,

    /** For collectors: an object a line, its fields flat. */
    JSON
}
