package io.olm4j.oci.layer;

import io.olm4j.oci.ContentException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The targets of symbolic links as the layers name them, of the links that have another target on the disk.
 *
 * <p>It keeps a limited number of characters, so that layers with long targets cannot fill the memory.
 */
final class LinkTargets {

    /** About 100,000 usual links. */
    static final int MAX_CHARACTERS = 8 << 20;

    private final Map<Path, String> targets = new HashMap<>();
    private int characters;
    private boolean full;

    /** Notes a link that was written now, in place of any link there was. */
    void put(Path link, String onDisk, String target) {
        targets.remove(link);
        if (full || onDisk.equals(target)) {
            return;
        }
        characters += link.toString().length() + target.length();
        full = characters > MAX_CHARACTERS;
        if (!full) {
            targets.put(link, target);
        }
    }

    /**
     * The target of a link as its layer names it.
     *
     * @throws ContentException if there were too many links to know it
     */
    String of(Path link, String onDisk) throws ContentException {
        String target = targets.get(link);
        if (target == null && full) {
            throw new ContentException("a layer has a hard link to a symbolic link, and the image has more symbolic"
                    + " links than the limit; replace the hard link by a copy of the link");
        }
        return target == null ? onDisk : target;
    }
}
