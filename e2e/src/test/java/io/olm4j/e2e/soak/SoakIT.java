package io.olm4j.e2e.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Users and faults at random, and what holds all along: two minutes, longer with {@code -Dsoak.minutes}. */
class SoakIT {

    private final SoakSettings settings = SoakSettings.ofThisRun();

    @Test
    void shouldHoldAllInvariantsWhateverUsersDoAndWhateverFails() throws Exception {
        Path target = Files.createDirectories(Path.of("target"));
        Path processes = Files.createTempDirectory(target.toAbsolutePath(), "soak-" + settings.seed() + "-");
        try (SoakJournal journal = new SoakJournal(settings, target.resolve("soak-%d.log".formatted(settings.seed())));
                SoakCluster cluster = new SoakCluster(processes);
                SoakRun run = new SoakRun(settings, cluster, journal)) {
            run.play();
        }
    }
}
