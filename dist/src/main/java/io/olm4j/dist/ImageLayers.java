package io.olm4j.dist;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Divides a distribution into layers by how often they change, so that a new version is a small download: runtime,
 * libraries, and what is of olm4j.
 *
 * @param time that files bear; the start cache is valid only for jars with the time that they had when it was made
 */
record ImageLayers(Instant time) {

    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
    private static final FilePermissions FILE = FilePermissions.fromOctalString("644");

    List<FileEntriesLayer> of(Distribution distribution) throws IOException {
        Path runtime = distribution.runtime();
        Predicate<Path> ofRuntime = file -> file.startsWith(runtime);
        Predicate<Path> ofLibraries = file -> file.toString().endsWith(".jar")
                && !file.getFileName().toString().startsWith("olm4j-");
        List<Path> files = new ArrayList<>(Trees.files(distribution.directory()));
        // An image runs the controllers.
        files.remove(distribution.startCache(StartKind.COMMANDS));
        return List.of(
                layer("runtime", take(files, ofRuntime), distribution),
                layer("libraries", take(files, ofLibraries), distribution),
                layer("olm4j", files, distribution));
    }

    private static List<Path> take(List<Path> files, Predicate<Path> which) {
        List<Path> taken = files.stream().filter(which).toList();
        files.removeAll(taken);
        return taken;
    }

    private FileEntriesLayer layer(String name, List<Path> files, Distribution distribution) {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        AbsoluteUnixPath home = AbsoluteUnixPath.get(ImagePublisher.HOME);
        for (Path file : files) {
            AbsoluteUnixPath path =
                    home.resolve(distribution.directory().relativize(file).toString());
            layer.addEntry(file, path, Files.isExecutable(file) ? PROGRAM : FILE, time);
        }
        return layer.build();
    }
}
