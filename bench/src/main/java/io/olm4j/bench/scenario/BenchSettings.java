package io.olm4j.bench.scenario;

import java.nio.file.Path;

/**
 * How scenarios are measured.
 *
 * @param olm the launcher of a distribution, which starts the controllers
 * @param runs how often each figure is measured
 * @param extensions how many extensions are installed at once where the scenario does not say it
 * @param directory for the files of the controllers
 */
record BenchSettings(Path olm, int runs, int extensions, Path directory) {}
