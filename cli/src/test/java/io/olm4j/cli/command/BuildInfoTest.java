package io.olm4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Tests for {@link BuildInfo}. */
class BuildInfoTest {

    @Test
    void shouldSayUnknownWhenThereWasNoRepository() {
        Properties properties = new Properties();
        properties.setProperty("version", "1.2.3");
        properties.setProperty("commit", "${git.commit.id}");
        properties.setProperty("dirty", "${git.dirty}");

        assertThat(BuildInfo.of(properties)).isEqualTo(new BuildInfo("1.2.3", "unknown"));
    }

    @Test
    void shouldMarkACommitWithChanges() {
        Properties properties = new Properties();
        properties.setProperty("version", "1.2.3");
        properties.setProperty("commit", "abc");
        properties.setProperty("dirty", "true");

        assertThat(BuildInfo.of(properties)).isEqualTo(new BuildInfo("1.2.3", "abc-dirty"));
    }
}
