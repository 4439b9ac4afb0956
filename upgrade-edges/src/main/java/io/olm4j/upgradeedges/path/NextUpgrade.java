package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import java.util.Optional;

/**
 * A bundle that could be installed next, because an upgrade edge in the wanted channels leads to it.
 *
 * @param catalog the name of the ClusterCatalog
 * @param hop the bundle and the upgrade edge
 * @param outside why it is outside the wanted version range; empty if it is inside
 */
public record NextUpgrade(String catalog, Hop hop, Optional<String> outside) {}
