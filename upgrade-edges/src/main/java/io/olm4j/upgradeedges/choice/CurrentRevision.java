package io.olm4j.upgradeedges.choice;

/**
 * The newest revision of an extension.
 *
 * @param version the version of its bundle
 * @param answersRequest whether it was chosen for the same request; its bundle then stays the choice while the catalogs
 *     do not answer
 * @param rollingOut whether it is still rolling out
 */
public record CurrentRevision(String version, boolean answersRequest, boolean rollingOut) {}
