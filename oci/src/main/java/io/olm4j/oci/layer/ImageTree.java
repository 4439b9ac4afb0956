package io.olm4j.oci.layer;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ContentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;

/**
 * The directory into which an image is unpacked. Paths of the image become paths below it, and no path leads out of it.
 *
 * <p>It keeps symbolic links only in a form that stays inside, so that a reader of the tree cannot leave it either.
 */
final class ImageTree {

    /** Linux follows the same number of links. */
    private static final int MAX_LINKS = 40;

    private static final int MAX_STEPS = 1024;

    private final Path root;
    private final UnpackBudget budget;
    private final LinkTargets originals = new LinkTargets();

    /** @param budget is charged for directories, because one entry can create many */
    ImageTree(Path root, UnpackBudget budget) {
        this.root = root;
        this.budget = budget;
    }

    /**
     * The path of an entry on disk. It follows symbolic links in parent directories as if the image were mounted at
     * {@code /}.
     */
    Path place(EntryPath entry) throws ContentException, IOException {
        Path place = entry.parent().isEmpty()
                ? root.resolve(entry.name())
                : follow(root, entry.parent()).resolve(entry.name());
        EntryPath.checkPlace(root.relativize(place));
        return place;
    }

    /** The location of a path inside the image, with all links followed; it need not exist. */
    private Path follow(Path from, String path) throws ContentException, IOException {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(path.split("/", -1)));
        Path current = from;
        int links = 0;
        for (int steps = 0; !rest.isEmpty(); steps++) {
            String name = rest.pop();
            if (steps > MAX_STEPS) {
                throw new ContentException("the image has a path of too many links at \"" + path + "\"");
            }
            if (name.isEmpty() || name.equals(".")) {
                continue;
            }
            if (name.equals("..")) {
                current = current.equals(root) ? root : parentOf(current);
                continue;
            }
            Path next = current.resolve(name);
            if (!Files.isSymbolicLink(next)) {
                current = next;
                continue;
            }
            if (++links > MAX_LINKS) {
                throw new ContentException("the image has a loop of symbolic links at \"" + path + "\"");
            }
            for (String part : Arrays.asList(
                            Files.readSymbolicLink(next).toString().split("/", -1))
                    .reversed()) {
                rest.push(part);
            }
        }
        return current;
    }

    /** Creates the directories above a path. It deletes a file at such a path, because later layers take precedence. */
    void makeParents(Path place) throws IOException {
        makeDirectory(parentOf(place));
    }

    void makeDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        makeDirectory(parentOf(directory));
        DirectoryTree.delete(directory);
        budget.spendEntry();
        Files.createDirectory(directory);
    }

    /**
     * Creates a symbolic link whose target, resolved as in the image, stays inside. Absolute targets become relative,
     * and steps above the root are dropped.
     */
    void link(Path place, String target) throws IOException {
        Path home = Path.of("/").resolve(root.relativize(parentOf(place)));
        // Path.normalize drops steps above "/".
        Path absolute = home.resolve(target).normalize();
        Path relative = home.relativize(absolute);
        String kept = relative.toString().isEmpty() ? "." : relative.toString();
        Files.createSymbolicLink(place, Path.of(kept));
        originals.put(place, kept, target);
    }

    /**
     * Creates another name of a symbolic link. The layer's own target counts, because the target on the disk leads
     * elsewhere from another directory.
     */
    void linkLike(Path existing, Path place) throws ContentException, IOException {
        String target = originals.of(existing, Files.readSymbolicLink(existing).toString());
        DirectoryTree.delete(place);
        link(place, target);
    }

    static Path parentOf(Path inside) {
        return Objects.requireNonNull(inside.getParent(), "the root has no parent");
    }

    Path root() {
        return root;
    }
}
