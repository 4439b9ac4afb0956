package io.olm4j.upgradeedges.path;

import java.util.List;

/**
 * A path of upgrades, one after the other.
 *
 * @param hops the bundles to install, in this order, without the bundle that is installed at the beginning
 */
public record UpgradePath(List<Hop> hops) {
    /** Copies the hops. */
    public UpgradePath {
        hops = List.copyOf(hops);
    }

    /**
     * A bundle on the path, and the upgrade that leads to it.
     *
     * @param bundle its name
     * @param version its version as written in the catalog
     * @param deprecated whether the catalog deprecates it
     * @param edge the upgrade edge that leads there, such as {@code replaces foo.v1.0.0 in channel stable}
     */
    public record Hop(String bundle, String version, boolean deprecated, String edge) {}
}
