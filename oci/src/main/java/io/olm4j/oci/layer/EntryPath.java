package io.olm4j.oci.layer;

import io.olm4j.oci.ContentException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A path inside an image, relative to its root and without {@code .} and {@code ..}.
 *
 * @param parent the directory; {@code ""} for the root
 * @param name the last component; {@code ""} for the root itself
 */
public record EntryPath(String parent, String name) {

    /** Leaves room for the path of the store in the 4096 bytes that Linux allows. */
    private static final int MAX_PATH_BYTES = 2048;

    private static final int MAX_NAME_BYTES = 255;
    private static final int MAX_DEPTH = 255;

    /**
     * Cleans the name of an archive entry.
     *
     * @throws ContentException if the name leads out of the image or is not a file name
     */
    public static EntryPath of(String raw) throws ContentException {
        checkLength(raw);
        if (raw.indexOf('\0') >= 0) {
            throw new ContentException("a layer has a file name with a zero character");
        }
        List<String> parts = new ArrayList<>();
        for (String part : raw.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    throw new ContentException("a layer has a file outside of the image: \"" + raw + "\"");
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                checkName(part);
                parts.add(part);
            }
        }
        checkDepth(parts.size());
        return parts.isEmpty()
                ? new EntryPath("", "")
                : new EntryPath(String.join("/", parts.subList(0, parts.size() - 1)), parts.getLast());
    }

    private static void checkName(String part) throws ContentException {
        if (isLonger(part, MAX_NAME_BYTES)) {
            throw new ContentException("a layer has a file name of more than " + MAX_NAME_BYTES + " bytes");
        }
    }

    private static void checkLength(String path) throws ContentException {
        if (isLonger(path, MAX_PATH_BYTES)) {
            throw new ContentException("a layer has a path of more than " + MAX_PATH_BYTES + " bytes");
        }
    }

    /** Whether a text has more bytes than this on the disk; a character has at least one. */
    private static boolean isLonger(String text, int bytes) {
        return text.length() > bytes || text.getBytes(StandardCharsets.UTF_8).length > bytes;
    }

    private static void checkDepth(int depth) throws ContentException {
        if (depth > MAX_DEPTH) {
            throw new ContentException("a layer has directories deeper than " + MAX_DEPTH);
        }
    }

    /** Checks a path that symbolic links led to, relative to the image, against the same limits as a written path. */
    static void checkPlace(Path place) throws ContentException {
        checkDepth(place.getNameCount());
        checkLength(place.toString());
    }

    /** The unchanged target of a symbolic link; throws if it cannot be one. */
    static String checkedLink(String target) throws ContentException {
        if (isLonger(target, MAX_PATH_BYTES) || target.isEmpty() || target.indexOf('\0') >= 0) {
            throw new ContentException("a layer has a symbolic link with a bad target");
        }
        return target;
    }

    boolean isRoot() {
        return name.isEmpty();
    }

    /** Whether this is the directory or below it; every path is below {@code ""}. */
    boolean isWithin(String directory) {
        String path = text();
        return directory.isEmpty() || path.equals(directory) || path.startsWith(directory + "/");
    }

    public String text() {
        return parent.isEmpty() ? name : parent + "/" + name;
    }
}
