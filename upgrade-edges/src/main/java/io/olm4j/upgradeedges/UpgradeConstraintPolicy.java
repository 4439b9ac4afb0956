package io.olm4j.upgradeedges;

/** The policy on allowed upgrades: {@code spec.source.catalog.upgradeConstraintPolicy}. */
public enum UpgradeConstraintPolicy {
    /** The catalog decides: only its upgrade edges are allowed. */
    CATALOG_PROVIDED,
    /** The user decides: every version in the range may follow every other version, also a lower one. */
    SELF_CERTIFIED
}
