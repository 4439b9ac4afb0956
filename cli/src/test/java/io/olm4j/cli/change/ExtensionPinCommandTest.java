package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link ExtensionPinCommand}. */
class ExtensionPinCommandTest {

    @Test
    void shouldWarnThatAPinToTheInstalledVersionUndoesAnUpgrade() {
        assertThat(ExtensionPinCommand.undone("mail", status("mail-1", "mail-2", "mail-3"), "1.0.0"))
                .contains("revision mail-3 is rolling out. If it is an upgrade, the extension goes back to version"
                        + " 1.0.0; to keep it: olm extension pin mail VERSION");
        assertThat(ExtensionPinCommand.undone("mail", status("mail-1"), "1.0.0"))
                .isEmpty();
    }

    private static ClusterExtensionStatus status(String... revisions) {
        return new ClusterExtensionStatus(
                List.of(),
                null,
                Stream.of(revisions)
                        .map(name -> new ActiveRevision(name, List.of()))
                        .toList());
    }
}
