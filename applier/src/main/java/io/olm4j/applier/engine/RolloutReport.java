package io.olm4j.applier.engine;

/** The result of a pass over a revision, and the availability of its objects afterwards. */
public record RolloutReport(RolloutResult result, Availability availability) {}
