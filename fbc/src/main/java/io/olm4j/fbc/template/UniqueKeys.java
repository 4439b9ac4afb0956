package io.olm4j.fbc.template;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.versionranges.Quoted;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** Finds keys that an object has twice. The catalog reader silently uses the last of them. */
final class UniqueKeys {
    private final String file;
    private final Deque<Level> open = new ArrayDeque<>();

    private UniqueKeys(String file) {
        this.file = file;
    }

    /** An object or a list that is still open. */
    private static final class Level {
        private final boolean isObject;
        private final Set<String> keys = new HashSet<>();
        private boolean expectsKey;

        Level(boolean isObject) {
            this.isObject = isObject;
            this.expectsKey = isObject;
        }
    }

    /**
     * Checks YAML or JSON that a catalog reader has accepted.
     *
     * @throws TextSyntaxException if an object has a key twice; it names the line of the second
     */
    static void check(byte[] content, String file) {
        // This parser does not accept tabs everywhere, and blanks in their place do not change which keys are found.
        var text = new String(content, StandardCharsets.UTF_8).replace('\t', ' ');
        var options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        var keys = new UniqueKeys(file);
        try {
            var parser = new ParserImpl(new StreamReader(new StringReader(text)), options);
            while (parser.peekEvent() != null) {
                keys.accept(parser.getEvent());
            }
        } catch (YAMLException e) {
            throw new TextSyntaxException(
                    new Location(file, 1),
                    "the template cannot be checked for repeated keys; save it as plain YAML in UTF-8");
        }
    }

    private void accept(Event event) {
        if (event.is(Event.ID.MappingEnd) || event.is(Event.ID.SequenceEnd)) {
            open.pop();
            return;
        }
        boolean starts = event.is(Event.ID.MappingStart) || event.is(Event.ID.SequenceStart);
        if (!starts && !event.is(Event.ID.Scalar) && !event.is(Event.ID.Alias)) {
            return;
        }
        var level = open.peek();
        if (level != null && level.isObject) {
            if (level.expectsKey && event instanceof ScalarEvent key && !level.keys.add(key.getValue())) {
                throw new TextSyntaxException(
                        new Location(file, key.getStartMark().getLine() + 1),
                        "the key " + Quoted.of(key.getValue()) + " is repeated; keep one of them");
            }
            level.expectsKey = !level.expectsKey;
        }
        if (starts) {
            open.push(new Level(event.is(Event.ID.MappingStart)));
        }
    }
}
