package io.olm4j.fbc.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.text.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link EntryLines}. */
class EntryLinesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private EntryLines lines;

    @BeforeEach
    void findInDirectory() {
        lines = new EntryLines(directory);
    }

    private Location channel(int line, String content) throws IOException {
        Files.writeString(directory.resolve("catalog.yaml"), content);
        return new Location("catalog.yaml", line);
    }

    @Test
    void shouldFindAnEntryOfTheChannelOnly() throws IOException {
        Location second = channel(6, """
                name: alpha
                entries:
                - name: foo.v1
                - name: foo.v2
                ---
                name: beta
                entries:
                - replaces: foo.v1
                  name: foo.v10
                - name: 'foo.v1' # the first
                ---
                name: foo.v2
                """);

        assertThat(lines.find(second, "foo.v1")).hasValue(10);
        assertThat(lines.find(second, "foo.v10")).hasValue(9);
        assertThat(lines.find(second, "foo.v2")).isEmpty();
    }

    @Test
    void shouldReadJson() throws IOException {
        Location channel = channel(2, """

                {"name": "alpha", "entries": [
                  {"name": "foo.v1"},
                  {"name": "foo.v2", "replaces": "foo.v1"}
                ]}
                """);

        assertThat(lines.find(channel, "foo.v2")).hasValue(4);
        assertThat(lines.find(channel, "foo.v")).isEmpty();
    }

    @Test
    void shouldFindNothingInAFileThatIsGone() {
        assertThat(lines.find(new Location("gone.yaml", 1), "foo.v1")).isEmpty();
    }
}
