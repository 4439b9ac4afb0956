package io.olm4j.cli.manifest;

import io.olm4j.cli.output.Terminal;
import java.io.Console;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --yes}, and the question to a user who did not give it. */
public final class Confirmation {

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    /**
     * Why the user does not want it: a sentence; empty if the user does. A pipeline cannot be asked.
     *
     * @param question without the possible answers
     */
    public Optional<String> refusal(String question) {
        if (yes) {
            return Optional.empty();
        }
        Optional<Console> terminal = Terminal.console();
        if (terminal.isEmpty()) {
            return Optional.of("nothing was changed: confirm with --yes");
        }
        String answer = terminal.get().readLine("%s [y/N] ", question);
        return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of("nothing was changed");
    }
}
