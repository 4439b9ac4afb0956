package io.olm4j.cli.packages;

/**
 * How many letters of two words differ: letters that were left out, added, replaced, or swapped with their neighbour.
 */
public final class EditDistance {

    private EditDistance() {}

    /** Whether so many changes make one word the other (optimal string alignment). */
    public static boolean isAtMost(String left, String right, int limit) {
        int[] a = left.codePoints().toArray();
        int[] b = right.codePoints().toArray();
        return Math.abs(a.length - b.length) <= limit && distance(a, b) <= limit;
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
