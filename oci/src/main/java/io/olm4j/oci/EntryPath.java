package io.olm4j.oci;

import java.util.ArrayList;
import java.util.List;

/**
 * A path inside an image, relative to its root and without {@code .} and {@code ..}.
 *
 * @param parent directory, {@code ""} for the root
 * @param name last component, {@code ""} for the root itself
 */
record EntryPath(String parent, String name) {

    private static final int MAX_LENGTH = 4096;
    private static final int MAX_DEPTH = 255;

    /**
     * Cleans the name of an archive entry.
     *
     * @throws ContentException if the name leads out of the image or is not a file name
     */
    static EntryPath of(String raw) throws ContentException {
        if (raw.length() > MAX_LENGTH) {
            throw new ContentException("a layer has a file name of more than " + MAX_LENGTH + " characters");
        }
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
                parts.add(part);
            }
        }
        if (parts.size() > MAX_DEPTH) {
            throw new ContentException("a layer has directories deeper than " + MAX_DEPTH);
        }
        return parts.isEmpty()
                ? new EntryPath("", "")
                : new EntryPath(String.join("/", parts.subList(0, parts.size() - 1)), parts.getLast());
    }

    /** The target of a symbolic link as it stands, if it can be one. */
    static String checkedLink(String target) throws ContentException {
        if (target.length() > MAX_LENGTH || target.isEmpty() || target.indexOf('\0') >= 0) {
            throw new ContentException("a layer has a symbolic link with a bad target");
        }
        return target;
    }

    boolean isRoot() {
        return name.isEmpty();
    }

    /** Whether this is the directory or below it; everything is below {@code ""}. */
    boolean isWithin(String directory) {
        String path = text();
        return directory.isEmpty() || path.equals(directory) || path.startsWith(directory + "/");
    }

    String text() {
        return parent.isEmpty() ? name : parent + "/" + name;
    }
}
