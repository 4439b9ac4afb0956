package io.olm4j.cli.packages;

/** How a package matches a text, the best first. */
enum Match {
    NAME,
    NAME_PREFIX,
    NAME_PART,
    KEYWORD,
    DESCRIPTION,
    TYPO
}
