package io.olm4j.upgradeedges.choice;

/**
 * The newest revision of an extension.
 *
 * @param version of its bundle
 * @param answersRequest whether it was chosen for the same request, so that its bundle is the answer while no catalog
 *     can give another
 * @param rollingOut whether it is still rolling out
 */
public record CurrentRevision(String version, boolean answersRequest, boolean rollingOut) {}
