package io.olm4j.upgradeedges.path;

import java.util.Optional;

/**
 * The installed bundle, as the status of the ClusterExtension names it.
 *
 * @param name the name of the bundle
 * @param version the version; its build metadata is the release if {@code release} is empty
 * @param release the release if it is stated beside the version; it may then be an empty text
 */
public record InstalledBundle(String name, String version, Optional<String> release) {}
