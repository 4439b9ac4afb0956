package io.olm4j.codec.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** Tests that {@link YamlSource} gives the parser the same characters as the reader of SnakeYAML does. */
class YamlSourceTest {
    private static final List<String> PIECES = List.of(
            "a: ", "- ", "\n", "\n  ", " ", "\"", "'", "#", "|\n  ", ">\n  ", "&a ", "!t ", "[", "]", ", ", "\\n",
            "\\");
    private static final List<String> WORDS = List.of("x", "é", "\ud83d\ude00", "xé\ud83d\ude00", "x,");

    @Test
    void shouldGiveSameEventsAsReaderOfLibraryWhenWordsAreLong() {
        Random random = new Random(11);
        int read = 0;
        for (int round = 0; round < 2_000; round++) {
            String text = text(random);

            List<String> events = events(new YamlSource("- skipped\n" + text, 10));

            assertThat(events).as(text).isEqualTo(events(new StreamReader(text)));
            read += events.getLast().startsWith("end") ? 1 : 0;
        }
        assertThat(read).isGreaterThan(100);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int pieces = 1 + random.nextInt(8); pieces > 0; pieces--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
            text.repeat(WORDS.get(random.nextInt(WORDS.size())), random.nextInt(3) * random.nextInt(1_500));
        }
        return text.toString();
    }

    private static List<String> events(StreamReader source) {
        ParserImpl parser = new ParserImpl(source, new LoaderOptions());
        List<String> events = new ArrayList<>();
        try {
            for (Event event = parser.getEvent(); event != null; event = parser.getEvent()) {
                events.add(event + " " + event.getStartMark().getIndex() + " "
                        + event.getStartMark().getLine() + ":"
                        + event.getStartMark().getColumn() + " "
                        + event.getEndMark().getIndex());
            }
            events.add("end");
        } catch (YAMLException e) {
            events.add("refused");
        }
        return events;
    }
}
