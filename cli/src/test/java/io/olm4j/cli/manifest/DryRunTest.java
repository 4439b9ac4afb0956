package io.olm4j.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tests for {@link DryRunOption} and {@link WaitOptions}: a name that follows is not a value. */
class DryRunTest {

    @Command
    private static final class Probe {

        @Mixin
        private final DryRunOption dryRun = new DryRunOption();

        @Mixin
        private final WaitOptions waiting = new WaitOptions();

        @Parameters(arity = "0..*")
        private List<String> names = List.of();
    }

    @ParameterizedTest
    @CsvSource({
        "mail, NONE, true, mail",
        "--dry-run mail, CLIENT, true, mail",
        "mail --dry-run, CLIENT, true, mail",
        "--dry-run=client mail, CLIENT, true, mail",
        "--dry-run=server mail, SERVER, true, mail",
        "--dry-run server mail, SERVER, true, mail",
        "--dry-run=none mail, NONE, true, mail",
        "--dry-run --wait=false mail, CLIENT, false, mail",
        "--wait mail, NONE, true, mail",
        "--wait=true mail, NONE, true, mail"
    })
    void shouldTakeOnlyItsOwnValuesWhenANameFollows(String words, DryRun dryRun, boolean waits, String name) {
        var probe = new Probe();

        new CommandLine(probe).parseArgs(words.split(" ", -1));

        assertThat(probe.dryRun.value()).isEqualTo(dryRun);
        assertThat(probe.waiting.waits()).isEqualTo(waits);
        assertThat(probe.names).containsExactly(name);
    }
}
