package io.olm4j.upgradeedges;

/** Which upgrades are allowed: {@code spec.source.catalog.upgradeConstraintPolicy}. */
public enum UpgradeConstraintPolicy {
    /** The catalog: only its upgrade edges are followed. */
    CATALOG_PROVIDED,
    /** The user: every version in range may follow every other, lower ones too. */
    SELF_CERTIFIED
}
