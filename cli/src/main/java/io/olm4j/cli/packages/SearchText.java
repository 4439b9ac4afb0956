package io.olm4j.cli.packages;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A text that packages are searched for: each of its words must be found, in upper or lower case. */
final class SearchText {

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int LETTERS_FOR_TYPOS = 5;
    private static final int TYPOS = 2;

    private final List<String> words;

    SearchText(String text) {
        this.words = BLANKS.splitAsStream(lower(text))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /**
     * The packages that match, the best first, then by name and catalog. Typos count only if nothing else matches.
     */
    List<PackageSummary> search(List<PackageSummary> packages) {
        record Hit(Match match, PackageSummary found) {}
        List<Hit> hits = packages.stream()
                .flatMap(one -> match(one).map(match -> new Hit(match, one)).stream())
                .toList();
        boolean exact = hits.stream().anyMatch(hit -> hit.match() != Match.TYPO);
        return hits.stream()
                .filter(hit -> hit.match() != Match.TYPO || !exact)
                .sorted(Comparator.comparing(Hit::match)
                        .thenComparing(hit -> hit.found().packageName())
                        .thenComparing(hit -> hit.found().catalog()))
                .map(Hit::found)
                .toList();
    }

    /** The match of the word that matches worst; empty if a word is not found. A text without words matches all. */
    Optional<Match> match(PackageSummary candidate) {
        Match worst = Match.NAME;
        for (String word : words) {
            Optional<Match> match = match(candidate, word);
            if (match.isEmpty()) {
                return Optional.empty();
            }
            worst = match.get().compareTo(worst) > 0 ? match.get() : worst;
        }
        return Optional.of(worst);
    }

    private static Optional<Match> match(PackageSummary candidate, String word) {
        String name = lower(candidate.packageName());
        if (name.equals(word)) {
            return Optional.of(Match.NAME);
        }
        if (name.startsWith(word)) {
            return Optional.of(Match.NAME_PREFIX);
        }
        if (name.contains(word) || lower(candidate.displayName()).contains(word)) {
            return Optional.of(Match.NAME_PART);
        }
        if (candidate.keywords().stream().anyMatch(keyword -> lower(keyword).contains(word))) {
            return Optional.of(Match.KEYWORD);
        }
        if (lower(candidate.description()).contains(word)
                || lower(candidate.provider()).contains(word)) {
            return Optional.of(Match.DESCRIPTION);
        }
        return isTypo(candidate, word) ? Optional.of(Match.TYPO) : Optional.empty();
    }

    /** Whether a word of the names or keywords differs by a few letters. Descriptions have too many words for this. */
    private static boolean isTypo(PackageSummary candidate, String word) {
        return letters(word) >= LETTERS_FOR_TYPOS
                && Stream.concat(
                                Stream.of(candidate.packageName(), candidate.displayName()),
                                candidate.keywords().stream())
                        .flatMap(text -> Stream.concat(Stream.of(text), NO_LETTERS.splitAsStream(text)))
                        .map(SearchText::lower)
                        .filter(known -> letters(known) >= LETTERS_FOR_TYPOS)
                        .anyMatch(known -> EditDistance.isAtMost(word, known, TYPOS));
    }

    private static int letters(String word) {
        return word.codePointCount(0, word.length());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
