package io.olm4j.bundle.render;

import static io.olm4j.bundle.InstallMode.ALL_NAMESPACES;
import static io.olm4j.bundle.InstallMode.MULTI_NAMESPACE;
import static io.olm4j.bundle.InstallMode.OWN_NAMESPACE;
import static io.olm4j.bundle.InstallMode.SINGLE_NAMESPACE;

import io.olm4j.bundle.InstallMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which namespaces an operator watches, and checks that its install modes allow them. */
final class TargetNamespaces {
    private TargetNamespaces() {}

    /**
     * The configured namespace. Without one, all namespaces (an empty name) if the operator supports that, else none.
     */
    static List<String> of(Set<InstallMode> modes, Optional<String> watchNamespace) {
        return watchNamespace.map(List::of).orElseGet(() -> modes.contains(ALL_NAMESPACES) ? List.of("") : List.of());
    }

    /** Why the operator cannot watch these namespaces, which are none, all or exactly one; empty if it can. */
    static Optional<String> problem(Set<InstallMode> modes, List<String> targets, String installNamespace) {
        String supported = modes.stream().map(InstallMode::toString).collect(Collectors.joining(" ", "[", "]"));
        String listed = "[" + String.join(" ", targets) + "]";
        if (targets.isEmpty()) {
            String least = modes.contains(MULTI_NAMESPACE) ? "at least" : "exactly";
            return invalid(listed, least + " one target namespace must be specified");
        }
        String target = targets.getFirst();
        if (target.isEmpty() && !modes.contains(ALL_NAMESPACES)) {
            return invalid(listed, "supported install modes " + supported + " do not support targeting all namespaces");
        }
        if (!target.isEmpty() && target.equals(installNamespace) && !modes.contains(OWN_NAMESPACE)) {
            return invalid(listed, "supported install modes " + supported + " do not support targeting own namespace");
        }
        if (!target.isEmpty() && !target.equals(installNamespace) && !modes.contains(SINGLE_NAMESPACE)) {
            return invalid(
                    listed, "supported install modes " + supported + " do not support target namespaces " + listed);
        }
        return Optional.empty();
    }

    private static Optional<String> invalid(String targets, String why) {
        return Optional.of("invalid option(s): invalid target namespaces " + targets + ": " + why);
    }
}
