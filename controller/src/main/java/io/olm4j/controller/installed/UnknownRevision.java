package io.olm4j.controller.installed;

/**
 * An extension whose status names an installed bundle, but which has no revision that holds it: the original installed
 * it as a Helm release that is not migrated yet.
 *
 * @param bundle the name of the bundle
 */
public record UnknownRevision(String extension, String bundle) {}
