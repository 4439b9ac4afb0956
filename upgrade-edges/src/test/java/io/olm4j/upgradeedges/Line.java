package io.olm4j.upgradeedges;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A line of a test case: words, options {@code key=value}, and text in double quotes. */
record Line(List<String> words) {
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");

    static Line of(String text) {
        return new Line(WORD.matcher(text)
                .results()
                .map(match -> match.group().replace("\"", ""))
                .toList());
    }

    String word(int index) {
        return words.get(index);
    }

    Optional<String> option(String key) {
        return words.stream()
                .filter(word -> word.startsWith(key + "="))
                .map(word -> word.substring(key.length() + 1))
                .findFirst();
    }

    List<String> options(String key) {
        return option(key).map(value -> List.of(value.split(",", -1))).orElse(List.of());
    }
}
