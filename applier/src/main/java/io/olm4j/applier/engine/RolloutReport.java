package io.olm4j.applier.engine;

/** How a pass over a revision ended, and what the objects are like after it. */
public record RolloutReport(RolloutResult result, Availability availability) {}
