package io.olm4j.e2e.soak;

/** A connection of olm4j to the outside, which passes a relay. */
enum SoakLink {
    API_SERVER,
    CATALOG_SERVICE,
    REGISTRY
}
