package io.olm4j.codec.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.ScalarEvent;

/** Refuses escapes of half a surrogate pair. Unlike JSON, YAML does not allow them, but the parser accepts them. */
final class YamlEscapes {
    private static final Pattern HALF_OR_OTHER =
            Pattern.compile("\\\\(?:((?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2})|.)", Pattern.DOTALL);

    private final CharSequence text;
    private int index;
    private int codePoints;

    /** @param start the index in the text at which the marks of the parser start to count */
    YamlEscapes(CharSequence text, int start) {
        this.text = text;
        this.index = start;
    }

    /**
     * Checks a scalar. It must come after all scalars that were checked before.
     *
     * @throws YamlProblem if it has an escape of half a surrogate pair
     */
    void check(ScalarEvent scalar) {
        if (scalar.getScalarStyle() != ScalarStyle.DOUBLE_QUOTED || !hasSurrogate(scalar.getValue())) {
            return;
        }
        int from = advance(scalar.getStartMark());
        Matcher escapes = HALF_OR_OTHER.matcher(text).region(from, advance(scalar.getEndMark()));
        while (escapes.find()) {
            if (escapes.group(1) != null) {
                throw new YamlProblem("the escape " + escapes.group()
                        + " is half a character, which YAML does not have; write the character itself");
            }
        }
    }

    private static boolean hasSurrogate(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private int advance(Mark mark) {
        index = Character.offsetByCodePoints(text, index, mark.getIndex() - codePoints);
        codePoints = mark.getIndex();
        return index;
    }
}
