package io.olm4j.localcluster.assets;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs of a control plane on this machine.
 *
 * @param controlPlane the multi-call binary that contains every component except kwok, and can run any program so that
 *     it ends with its parent
 * @param separate components that have their own file; kwok is always among them
 */
public record Assets(Path controlPlane, Map<Component, Path> separate) {

    /** The file name of the multi-call binary. */
    public static final String CONTROL_PLANE = "control-plane";

    public Assets {
        separate = Map.copyOf(separate);
        if (!separate.containsKey(Component.KWOK)) {
            throw new IllegalArgumentException("kwok is not part of the multi-call binary: it needs a file of its own");
        }
    }

    /**
     * The command that runs a component until its standard input ends.
     *
     * @return the words before the component's own flags
     */
    public List<String> serve(Component component) {
        return Optional.ofNullable(separate.get(component))
                .map(file -> List.of(controlPlane.toString(), "run", "--", file.toString()))
                .orElseGet(() -> List.of(controlPlane.toString(), component.program()));
    }

    /** The command that runs kubectl, which reads its standard input as kubectl does. */
    public List<String> kubectl() {
        return Optional.ofNullable(separate.get(Component.KUBECTL))
                .map(file -> List.of(file.toString()))
                .orElseGet(() -> List.of(controlPlane.toString(), Component.KUBECTL.program()));
    }
}
