package io.olm4j.e2e.soak;

import static org.awaitility.Awaitility.await;

import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakEvent.ApplyExtension;
import io.olm4j.e2e.soak.SoakEvent.InjectedFault;
import io.olm4j.e2e.soak.SoakEvent.RestartApiServer;
import io.olm4j.e2e.soak.SoakEvent.ServeEdition;
import io.olm4j.e2e.soak.SoakEvent.UserAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays the script in rounds: users and faults, then quiet. */
final class SoakRun implements AutoCloseable {

    private static final Duration TURBULENCE = Duration.ofSeconds(15);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final int WRITES_OF_THE_LAST_STATUS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(50);

    private final SoakSettings settings;
    private final SoakCluster cluster;
    private final SoakJournal journal;
    private final SoakScript script;
    private final SoakKnowledge knowledge = new SoakKnowledge();
    private final UserActions users;
    private final FaultInjector faults;
    private final StatusTruth truth;
    private final UpgradesFollowEdges edges = new UpgradesFollowEdges(knowledge);
    private final QuietMeansNoWrites noWrites = new QuietMeansNoWrites();
    private final NothingLeaks noLeaks;
    private final List<Invariant> invariants;
    private final ClusterWatch watch;
    private boolean processesLive;

    SoakRun(SoakSettings settings, SoakCluster cluster, SoakJournal journal) {
        this.settings = settings;
        this.cluster = cluster;
        this.journal = journal;
        noLeaks = new NothingLeaks(settings.isLong());
        script = new SoakScript(settings.seed(), settings.polls());
        users = new UserActions(cluster, knowledge, settings.polls());
        faults = new FaultInjector(cluster);
        truth = new StatusTruth(cluster, knowledge);
        NewestRevisionKeepsObject noFight = new NewestRevisionKeepsObject();
        BystandersUntouched bystanders = new BystandersUntouched();
        MessagesAreForUsers messages = new MessagesAreForUsers();
        invariants = List.of(
                noFight,
                bystanders,
                edges,
                messages,
                new LogsWithoutFaults(cluster.processes().values()),
                noLeaks);
        watch = new ClusterWatch(cluster.client(), List.of(noFight, bystanders, edges, messages, noWrites));
    }

    /** Plays the script until its time is over and all is quiet. */
    void play() throws InterruptedException {
        setUp();
        Instant half = Instant.now().plus(settings.duration().dividedBy(2));
        Instant end = Instant.now().plus(settings.duration());
        int rounds = 0;
        while (Instant.now().isBefore(end)) {
            if (!processesLive && !Instant.now().isBefore(half)) {
                letProcessesLive();
            }
            Instant quiet = Instant.now().plus(TURBULENCE);
            while (Instant.now().isBefore(quiet) || faults.hasLongOne()) {
                SoakScript.Step step = script.next();
                passTime(step.pause());
                happen(step.event());
            }
            script.beforeQuiet().forEach(this::happen);
            beQuiet(++rounds);
        }
        journal.note("held: %d events, %d rounds".formatted(journal.events(), rounds));
    }

    /** From here on no fault ends a process, so that a leak shows. */
    private void letProcessesLive() throws InterruptedException {
        for (Map.Entry<SoakRole, SoakProcess> process : cluster.processes().entrySet()) {
            int code = process.getValue().startWithLongLease();
            if (code != 0) {
                throw journal.failure("%s ended with %d after SIGTERM."
                        .formatted(process.getKey().label(), code));
            }
        }
        // A process that cannot write or reach the API server while it starts ends, and is started again.
        await().atMost(PATIENCE).until(cluster::isUp);
        journal.note("both processes have been started anew and are to live to the end");
        processesLive = true;
        script.letProcessesLive();
        noLeaks.narrow();
        awaitTruth();
        measure();
    }

    private void happen(SoakEvent event) {
        journal.event(event, perform(event));
        check();
    }

    private void setUp() throws InterruptedException {
        for (SoakPackage member : SoakPackage.values()) {
            cluster.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %1$s}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: %1$s}
                """.formatted(member.extension()));
            journal.note(member.extension() + ": rights " + users.setRights(member, true));
        }
        BystandersUntouched.create(cluster);
        for (SoakCatalog catalog : SoakCatalog.values()) {
            happen(new ServeEdition(catalog, 0, false));
        }
        for (SoakPackage member : SoakPackage.values()) {
            happen(new ApplyExtension(member, ">=1.0.0", false, false));
        }
        awaitTruth();
        measure();
    }

    private String perform(SoakEvent event) {
        return switch (event) {
            case UserAction action -> users.perform(action);
            case InjectedFault fault -> {
                if (fault instanceof RestartApiServer) {
                    knowledge.mayMissEvents(true);
                }
                yield faults.inject(fault);
            }
        };
    }

    /** Lets time pass; faults end meanwhile, and processes that have ended start again. */
    private void passTime(Duration time) throws InterruptedException {
        Instant end = Instant.now().plus(time);
        do {
            faults.healExpired();
            restartEnded();
            Thread.sleep(POLL);
        } while (Instant.now().isBefore(end));
    }

    private void restartEnded() {
        cluster.processes().forEach((role, process) -> {
            if (process.startIfEnded()) {
                if (processesLive) {
                    throw journal.failure(role.label() + " has ended, and no fault was to end it.");
                }
                journal.note(role.label() + " had ended and was started again");
            }
        });
    }

    private boolean isUp() {
        restartEnded();
        return cluster.isUp();
    }

    private void beQuiet(int round) throws InterruptedException {
        faults.healAll();
        journal.note("round %d: all faults have ended".formatted(round));
        QuietPhase quiet = awaitTruth();
        awaitNoWrites();
        quiet.awaitTheSame();
        measure();
        check();
        settle();
    }

    private QuietPhase awaitTruth() throws InterruptedException {
        await().atMost(PATIENCE).until(this::isUp);
        var quiet = new QuietPhase(truth, journal, settings.truth(), this::isUp);
        quiet.await();
        return quiet;
    }

    private void measure() {
        noLeaks.begin();
        cluster.processes()
                .forEach((role, process) ->
                        journal.note(role.label() + " " + process.pid() + ": " + noLeaks.measure(role, process)));
        journal.note("watches: " + noLeaks.countWatches(cluster.client()));
    }

    /** A status that reports what has just settled may still be written; then nothing is, and a fight does not end. */
    private void awaitNoWrites() throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        Optional<String> broken;
        do {
            broken = writesWithin(QUIET, WRITES_OF_THE_LAST_STATUS);
            if (broken.isEmpty()) {
                broken = writesWithin(SILENCE, 0);
            }
        } while (broken.isPresent() && Instant.now().isBefore(end));
        broken.ifPresent(what -> {
            throw journal.failure(what);
        });
    }

    private Optional<String> writesWithin(Duration time, int allowed) throws InterruptedException {
        noWrites.begin(allowed);
        passTime(time);
        return noWrites.violation();
    }

    private void check() {
        for (Invariant invariant : invariants) {
            invariant.violation().ifPresent(broken -> {
                throw journal.failure(broken);
            });
        }
    }

    /** From here on, what was before explains nothing more. */
    private void settle() {
        knowledge.mayMissEvents(false);
        for (SoakCatalog catalog : SoakCatalog.values()) {
            if (truth.serves(catalog)) {
                knowledge.servesNewest(catalog);
            }
        }
        for (SoakPackage member : SoakPackage.values()) {
            truth.extension(member)
                    .filter(extension -> Conditions.find(
                                    extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                            .filter(progressing -> progressing.reason().equals(Reasons.SUCCEEDED))
                            .isPresent())
                    .ifPresent(edges::settled);
        }
    }

    @Override
    public void close() {
        watch.close();
        truth.close();
    }
}
