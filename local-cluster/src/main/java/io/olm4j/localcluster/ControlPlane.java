package io.olm4j.localcluster;

import io.olm4j.localcluster.assets.Assets;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of one cluster, in the order of their start. */
final class ControlPlane {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Assets assets;
    private final ClusterDirectory directory;
    private final ComponentFlags flags;
    private final Map<Component, ComponentProcess> processes = new EnumMap<>(Component.class);
    private final List<Component> startOrder = new ArrayList<>();

    ControlPlane(Assets assets, ClusterDirectory directory, ClusterPorts ports) {
        this.assets = assets;
        this.directory = directory;
        this.flags = new ComponentFlags(directory, ports);
    }

    synchronized void start(Component... components) {
        for (Component component : components) {
            List<String> command = Stream.concat(assets.serve(component).stream(), flags.of(component).stream())
                    .toList();
            try {
                processes.put(component, ComponentProcess.start(component, command, directory.log(component)));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start " + component.program() + ": " + e.getMessage(), e);
            }
            startOrder.remove(component);
            startOrder.add(component);
        }
    }

    synchronized void stop(Component component) {
        Optional.ofNullable(processes.remove(component)).ifPresent(process -> process.stop(PATIENCE));
    }

    /** A component that has ended without being stopped. */
    synchronized Optional<ComponentProcess> ended() {
        return processes.values().stream().filter(process -> !process.running()).findFirst();
    }

    synchronized ComponentProcess process(Component component) {
        return Optional.ofNullable(processes.get(component))
                .orElseThrow(() -> new IllegalStateException(component.program() + " has not been started"));
    }

    synchronized List<ProcessHandle> handles() {
        return processes.values().stream().flatMap(ComponentProcess::handles).toList();
    }

    /** Stops all running components, the last started first. */
    synchronized void stopAll() {
        startOrder.reversed().forEach(this::stop);
        startOrder.clear();
    }
}
