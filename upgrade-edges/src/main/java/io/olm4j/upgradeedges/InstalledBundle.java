package io.olm4j.upgradeedges;

import java.util.Optional;

/**
 * The bundle that is installed now, as the status of the ClusterExtension names it.
 *
 * @param name the bundle
 * @param version with the release in the place of the build metadata, if that is where it is written
 * @param release the release where it is written beside the version (it may be empty then)
 */
public record InstalledBundle(String name, String version, Optional<String> release) {}
