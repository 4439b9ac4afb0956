package io.olm4j.cli.packages;

import java.util.Collection;
import java.util.List;

/**
 * How many letters of two words differ: letters that were left out, added, replaced, or swapped with their neighbour.
 */
public final class EditDistance {

    private static final int LONG_WORD = 5;
    private static final int MOST_CHANGES = 2;

    private EditDistance() {}

    /** Whether at most {@code limit} edits turn one word into the other (optimal string alignment). */
    public static boolean isAtMost(String left, String right, int limit) {
        int[] a = left.codePoints().toArray();
        int[] b = right.codePoints().toArray();
        return Math.abs(a.length - b.length) <= limit && distance(a, b) <= limit;
    }

    /**
     * The words with the fewest changes: at most two, or one in a word of fewer than {@value #LONG_WORD} letters. If no
     * word is so near, those that begin with this one.
     */
    public static List<String> nearest(Collection<String> words, String word) {
        for (int changes = 0; changes <= MOST_CHANGES; changes++) {
            int limit = changes;
            List<String> near = words.stream()
                    .filter(known -> limit <= mostChanges(known) && isAtMost(known, word, limit))
                    .toList();
            if (!near.isEmpty()) {
                return near;
            }
        }
        return words.stream()
                .filter(known -> word.length() > 1 && known.startsWith(word))
                .toList();
    }

    private static int mostChanges(String known) {
        return known.length() < LONG_WORD ? 1 : MOST_CHANGES;
    }

    private static int distance(int[] a, int[] b) {
        int[][] costs = new int[a.length + 1][b.length + 1];
        for (int i = 0; i <= a.length; i++) {
            costs[i][0] = i;
        }
        for (int j = 0; j <= b.length; j++) {
            costs[0][j] = j;
        }
        for (int i = 1; i <= a.length; i++) {
            for (int j = 1; j <= b.length; j++) {
                int replaced = costs[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                costs[i][j] = Math.min(replaced, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                    costs[i][j] = Math.min(costs[i][j], costs[i - 2][j - 2] + 1);
                }
            }
        }
        return costs[a.length][b.length];
    }
}
