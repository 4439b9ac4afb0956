package io.olm4j.localcluster.assets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A directory that a user names for the programs. */
record AssetsDirectory(Path path) {

    /** The launcher of kubectl, which names a program in it, is called from any directory. */
    AssetsDirectory {
        path = path.toAbsolutePath();
    }

    /** Components that only the binary of olm4j provides. */
    private static final Set<Component> OURS = EnumSet.of(Component.REGISTRY);

    /** The multi-call binary, if the directory has it. */
    Optional<Path> controlPlane() {
        return executable(Assets.CONTROL_PLANE);
    }

    /** The components that have their own file in the directory. */
    Map<Component, Path> separate() {
        Map<Component, Path> found = new EnumMap<>(Component.class);
        for (Component component : Component.values()) {
            if (!OURS.contains(component)) {
                executable(component.program()).ifPresent(file -> found.put(component, file));
            }
        }
        return found;
    }

    /** The programs that are missing in the directory to run a control plane; empty if it is complete. */
    List<String> missing() {
        Set<Component> needed =
                controlPlane().isPresent() ? EnumSet.of(Component.KWOK) : EnumSet.complementOf(EnumSet.copyOf(OURS));
        needed.removeAll(separate().keySet());
        return needed.stream().map(Component::program).collect(Collectors.toUnmodifiableList());
    }

    private Optional<Path> executable(String name) {
        Path file = path.resolve(name);
        return Files.isRegularFile(file) && Files.isExecutable(file) ? Optional.of(file) : Optional.empty();
    }
}
