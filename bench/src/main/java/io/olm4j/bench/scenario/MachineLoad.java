package io.olm4j.bench.scenario;

/**
 * What the machine did around one measurement.
 *
 * @param subject what was measured
 * @param loadAverage of the last minute, before the measurement
 * @param othersBefore processors that other processes used in the second before it
 * @param othersDuring processors that other processes used during it
 */
record MachineLoad(String subject, double loadAverage, double othersBefore, double othersDuring) {}
