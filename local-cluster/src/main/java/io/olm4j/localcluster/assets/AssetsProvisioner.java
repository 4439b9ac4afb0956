package io.olm4j.localcluster.assets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the programs of the control plane: in the directory that the user names, else in {@code KUBEBUILDER_ASSETS},
 * else in the user's cache directory, else by building them once.
 */
public final class AssetsProvisioner {

    static final String VARIABLE = "KUBEBUILDER_ASSETS";

    private static final Logger LOG = LoggerFactory.getLogger(AssetsProvisioner.class);

    private final HostPlatform platform;
    private final AssetsCache cache;

    AssetsProvisioner(HostPlatform platform, ControlPlaneSources sources, Progress progress) {
        this.platform = platform;
        this.cache = new AssetsCache(sources, platform, progress);
    }

    /** A provisioner for this machine and user. */
    public static AssetsProvisioner forThisMachine(Progress progress) {
        return new AssetsProvisioner(HostPlatform.current(), ControlPlaneSources.embedded(), progress);
    }

    /**
     * The programs, built if necessary, which takes minutes.
     *
     * @param named the directory that the user names on the command line, which must be complete
     * @throws AssetsException if programs are missing and cannot be built
     */
    public Assets provision(Optional<Path> named) {
        if (named.isPresent()) {
            AssetsDirectory directory = new AssetsDirectory(named.get());
            List<String> missing = directory.missing();
            if (!missing.isEmpty()) {
                throw new AssetsException(
                        ("The directory %s cannot run a control plane: it lacks %s. Put %s and kwok into it, or"
                                        + " each of these programs.")
                                .formatted(named.get(), String.join(", ", missing), Assets.CONTROL_PLANE));
            }
            return from(directory);
        }
        Optional<AssetsDirectory> fromEnvironment = platform.variable(VARIABLE)
                .map(value -> new AssetsDirectory(Path.of(value)))
                .filter(AssetsProvisioner::completeOrWarn);
        return fromEnvironment.isPresent() ? from(fromEnvironment.get()) : ownBuild();
    }

    /**
     * If the directory lacks the binary of olm4j (which has the registry and ends programs with their parent), it comes
     * from the cache or a build.
     */
    private Assets from(AssetsDirectory directory) {
        Optional<Path> controlPlane = directory.controlPlane();
        if (controlPlane.isPresent()) {
            return new Assets(controlPlane.get(), directory.separate());
        }
        Assets own = ownBuildBeside(directory);
        Map<Component, Path> separate = new EnumMap<>(own.separate());
        separate.putAll(directory.separate());
        return new Assets(own.controlPlane(), separate);
    }

    private Assets ownBuildBeside(AssetsDirectory directory) {
        try {
            return ownBuild();
        } catch (AssetsException e) {
            throw new AssetsException(
                    ("The directory %s lacks %s, which olm4j builds to serve the registry and to end the other"
                                    + " programs, and this build failed. %s")
                            .formatted(directory.path(), Assets.CONTROL_PLANE, e.getMessage()),
                    e);
        }
    }

    private Assets ownBuild() {
        Optional<Assets> cached = cache.lookUp();
        if (cached.isPresent()) {
            return cached.get();
        }
        GoToolchain go = GoToolchain.find(platform)
                .orElseThrow(() -> new AssetsException(
                        ("There is no Kubernetes control plane on this machine: install Go %s or newer and put it"
                                        + " on the PATH (it is then built once), or name a directory that holds the"
                                        + " programs %s and kwok in %s.")
                                .formatted(GoToolchain.REQUIRED, Assets.CONTROL_PLANE, VARIABLE)));
        if (!go.recentEnough()) {
            throw new AssetsException(
                    ("There is no Kubernetes control plane on this machine and %s is %s, too old to build it:"
                                    + " install Go %s or newer, or name a directory that holds the programs"
                                    + " %s and kwok in %s.")
                            .formatted(
                                    go.executable(),
                                    go.version(),
                                    GoToolchain.REQUIRED,
                                    Assets.CONTROL_PLANE,
                                    VARIABLE));
        }
        try {
            return cache.lookUpOrBuild(go);
        } catch (IOException e) {
            throw new AssetsException(
                    "The control plane could not be built into %s: %s.".formatted(cache.directory(), e.getMessage()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssetsException(
                    "The build of the control plane was interrupted; repeat the command to continue it.", e);
        }
    }

    private static boolean completeOrWarn(AssetsDirectory directory) {
        List<String> missing = directory.missing();
        if (!missing.isEmpty()) {
            LOG.warn("{}={} is not used: it lacks {}", VARIABLE, directory.path(), String.join(", ", missing));
        }
        return missing.isEmpty();
    }
}
