package io.olm4j.fbc;

import java.util.Arrays;
import java.util.List;

/**
 * One line of an {@code .indexignore} file.
 *
 * @param directory the pattern applies to files below it; empty or ending with a slash
 * @param segments the parts of the pattern between its slashes
 * @param anchored whether the pattern starts at the directory rather than matching any name below
 * @param directoriesOnly whether the pattern applies only to files below a matching directory
 * @param includes whether the pattern includes matching files again
 */
record IgnorePattern(
        String directory, List<String> segments, boolean anchored, boolean directoriesOnly, boolean includes) {
    private static final String ANY_DEPTH = "**";

    IgnorePattern {
        segments = List.copyOf(segments);
    }

    static IgnorePattern parse(String directory, String line) {
        boolean includes = line.startsWith("!");
        String pattern = includes ? line.substring(1) : line;
        boolean directoriesOnly = pattern.endsWith("/");
        if (directoriesOnly) {
            pattern = pattern.substring(0, pattern.length() - 1);
        }
        return new IgnorePattern(
                directory, Arrays.asList(pattern.split("/", -1)), pattern.contains("/"), directoriesOnly, includes);
    }

    boolean matches(String file) {
        if (!file.startsWith(directory)) {
            return false;
        }
        String[] path = file.substring(directory.length()).split("/", -1);
        return anchored ? matchesFromStart(path) : matchesAnyName(path);
    }

    private boolean matchesAnyName(String[] path) {
        for (int i = 0; i < path.length; i++) {
            if (FileNameGlob.matches(segments.getFirst(), path[i])) {
                return !directoriesOnly || i < path.length - 1;
            }
        }
        return false;
    }

    private boolean matchesFromStart(String[] path) {
        boolean matched = false;
        boolean skipping = false;
        int next = 0;
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (segment.isEmpty()) {
                skipping = false;
            } else if (segment.equals(ANY_DEPTH)) {
                if (i == segments.size() - 1) {
                    break;
                }
                skipping = true;
            } else if (segment.contains(ANY_DEPTH) || next == path.length) {
                return false;
            } else if (skipping) {
                skipping = false;
                int found = find(segment, path, next);
                // As in opm, a failed match here does not end the loop; a later segment fails because the path has no
                // rest.
                matched = found >= 0;
                next = found >= 0 ? found + 1 : path.length;
            } else if (FileNameGlob.matches(segment, path[next])) {
                matched = true;
                next++;
            } else {
                return false;
            }
        }
        return matched && (!directoriesOnly || next < path.length);
    }

    private static int find(String segment, String[] path, int from) {
        for (int i = from; i < path.length; i++) {
            if (FileNameGlob.matches(segment, path[i])) {
                return i;
            }
        }
        return -1;
    }
}
