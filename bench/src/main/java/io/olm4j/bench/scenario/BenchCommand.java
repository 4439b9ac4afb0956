package io.olm4j.bench.scenario;

import io.olm4j.files.DirectoryTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench/run}. */
@Command(
        name = "bench/run",
        description = {
            "Measures olm4j on local clusters of its own, with the controllers as processes of their own.",
            "Prints a table in Markdown to standard output, and progress to standard error."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

    private static final List<Scenario> SCENARIOS = List.of(
            new StartScenario(),
            new SingleScenario(),
            new FloorScenario(),
            new WritesScenario(),
            new InstallScenario("install", 0),
            new UpgradeScenario(),
            new DeleteScenario(),
            new RequestsScenario(),
            new RequestCostsScenario(),
            new RestScenario(),
            new MemoryScenario(),
            new RestartScenario(),
            new RealFloorScenario(),
            new RealScenario(),
            new OthersScenario(),
            new InstallScenario("install-400", 400),
            new InstallScenario("install-1000", 1000));

    /** What the scenarios are called. */
    private static final class Names implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return SCENARIOS.stream().map(Scenario::name).iterator();
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--runs", defaultValue = "3", description = "How often each figure is measured. Default: 3.")
    private int runs;

    @Option(
            names = "--extensions",
            defaultValue = "100",
            description = "How many extensions a scenario installs at once. Default: 100; a trial needs fewer.")
    private int extensions;

    @Option(
            names = "--out",
            defaultValue = "bench/target/figures.json",
            description = "The file for all values, in JSON, relative to the checkout."
                    + " Default: bench/target/figures.json.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path out;

    @Option(names = "--olm", required = true, description = "The launcher of the distribution; bench/run sets it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path olm;

    @Option(names = "--commit", defaultValue = "unknown", description = "The measured commit; bench/run sets it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String commit;

    @Parameters(
            paramLabel = "SCENARIO",
            completionCandidates = Names.class,
            description = "What to measure: ${COMPLETION-CANDIDATES}; by default all but install-400 and install-1000.")
    private List<String> names = new ArrayList<>();

    /** Ends with exit code 1 if a scenario failed. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchCommand()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        List<Scenario> chosen = chosen();
        Path file = out.toAbsolutePath();
        Files.createDirectories(file.getParent());
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Machine machine = Machine.current();
        List<ScenarioOutcome> outcomes = new ArrayList<>();
        for (Scenario scenario : chosen) {
            outcomes.add(measure(scenario));
            // Figures of hours are not lost if a later scenario does not end.
            new MeasurementReport(date, commit, machine, outcomes).write(file);
        }
        System.out.print(new MeasurementReport(date, commit, machine, outcomes).markdown());
        return outcomes.stream().anyMatch(ScenarioOutcome.Failed.class::isInstance)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }

    private List<Scenario> chosen() {
        if (runs < 1 || extensions < 1) {
            throw new ParameterException(spec.commandLine(), "give --runs and --extensions a number above 0");
        }
        if (names.isEmpty()) {
            return SCENARIOS.stream().filter(Scenario::byDefault).toList();
        }
        Map<String, Scenario> byName = new LinkedHashMap<>();
        SCENARIOS.forEach(scenario -> byName.put(scenario.name(), scenario));
        List<Scenario> chosen = new ArrayList<>();
        for (String name : names) {
            Scenario scenario = byName.get(name);
            if (scenario == null) {
                throw new ParameterException(
                        spec.commandLine(), "no scenario %s: name some of %s".formatted(name, byName.keySet()));
            }
            chosen.add(scenario);
        }
        return chosen;
    }

    private ScenarioOutcome measure(Scenario scenario) throws Exception {
        System.err.println(scenario.name());
        Path directory = Files.createTempDirectory("olm4j-bench-");
        Figures figures = new Figures(System.err);
        try {
            scenario.measure(new BenchSettings(olm.toAbsolutePath(), runs, extensions, directory), figures);
            DirectoryTree.delete(directory);
            return new ScenarioOutcome.Measured(scenario.name(), figures.figures(), figures.loads(), figures.notes());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            System.err.printf("  failed: %s; the logs are in %s%n", e, directory);
            return new ScenarioOutcome.Failed(scenario.name(), String.valueOf(e.getMessage()));
        }
    }
}
