package io.olm4j.localcluster.assets;

import io.olm4j.files.DirectoryTree;
import io.olm4j.files.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Keeps the programs built from the Go sources in the user's cache directory, and builds them if they are missing. */
final class AssetsCache {

    private static final String KWOK = Component.KWOK.program();

    private final ControlPlaneSources sources;
    private final HostPlatform platform;
    private final Progress progress;
    private final Path directory;

    AssetsCache(ControlPlaneSources sources, HostPlatform platform, Progress progress) {
        this.sources = sources;
        this.platform = platform;
        this.progress = progress;
        this.directory = platform.cacheDirectory()
                .resolve("olm4j")
                .resolve(Assets.CONTROL_PLANE)
                .resolve(sources.key(platform.name()));
    }

    /** The directory for the build of these sources. */
    Path directory() {
        return directory;
    }

    /** The programs, if they have been built. */
    Optional<Assets> lookUp() {
        Path binary = directory.resolve(Assets.CONTROL_PLANE);
        Path kwok = directory.resolve(KWOK);
        return Files.isExecutable(binary) && Files.isExecutable(kwok)
                ? Optional.of(new Assets(binary, Map.of(Component.KWOK, kwok)))
                : Optional.empty();
    }

    /**
     * The programs, built now if necessary. If another process is building them, waits for it and uses its result.
     *
     * @throws AssetsException if the build fails
     */
    Assets lookUpOrBuild(GoToolchain go) throws IOException, InterruptedException {
        Files.createDirectories(directory.getParent());
        try (ExclusiveLock _ = ExclusiveLock.acquire(sibling(".lock"), this::announceWait)) {
            Optional<Assets> present = lookUp();
            return present.isPresent() ? present.get() : build(go);
        }
    }

    private Assets build(GoToolchain go) throws IOException, InterruptedException {
        Path building = sibling(".building");
        DirectoryTree.delete(building);
        DirectoryTree.delete(directory);
        Files.createDirectory(building);
        Path log = sibling(".log");
        Files.deleteIfExists(log);
        new ControlPlaneBuild(go, sources, platform, progress).into(building, log);
        Durable.forceTree(building); // After a loss of power, programs without content would be taken for built ones.
        Files.move(building, directory, StandardCopyOption.ATOMIC_MOVE);
        return lookUp().orElseThrow(() ->
                new AssetsException("The build of the control plane left no programs in %s; what Go said is in %s."
                        .formatted(directory, log)));
    }

    private Path sibling(String suffix) {
        return directory.resolveSibling(directory.getFileName() + suffix);
    }

    private void announceWait() {
        progress.update("Waiting for another process that builds the control plane", Duration.ZERO);
    }
}
