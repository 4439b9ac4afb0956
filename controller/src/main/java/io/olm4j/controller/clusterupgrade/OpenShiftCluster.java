package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.cluster.ServedInformer;
import io.olm4j.fbc.property.ApiKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The version of OpenShift, from the ClusterVersion {@code version} (config.openshift.io/v1). */
final class OpenShiftCluster implements AutoCloseable {

    private static final ApiKind CLUSTER_VERSION = new ApiKind("config.openshift.io", "v1", "ClusterVersion");
    private static final String NAME = "version";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The version, as far as it is known. */
    public sealed interface Release {

        /** The cluster is not an OpenShift cluster, or its ClusterVersion has not been read yet. */
        record None() implements Release {}

        /**
         * The version.
         *
         * @param text as written in the ClusterVersion
         */
        record Known(String text, OpenShiftVersion version) implements Release {}

        /** The version cannot be read from the ClusterVersion. */
        record Unreadable(String problem) implements Release {}
    }

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Release last = new Release.None();
    private final ServedInformer informer;

    public OpenShiftCluster(KubernetesClient client, ServedApis apis) {
        informer = new ServedInformer(
                client,
                apis,
                CLUSTER_VERSION,
                "clusterversions",
                false,
                Optional.of(NAME),
                _ -> changed(),
                this::changed);
    }

    /** Starts to watch. */
    public void start() {
        informer.start();
    }

    /** Registers a listener that runs when the version has changed. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** The version that the cluster runs, or is being upgraded to. */
    public Release release() {
        return last;
    }

    private void changed() {
        synchronized (this) {
            Release now = read();
            if (now.equals(last)) {
                return;
            }
            last = now;
        }
        listeners.forEach(Runnable::run);
    }

    private Release read() {
        if (!informer.isSynced()) {
            return informer.isPending() && !informer.isBeingRead()
                    ? new Release.Unreadable("the ClusterVersion \"" + NAME + "\" could not be read")
                    : new Release.None();
        }
        return informer.get("", NAME)
                .map(object -> of(JSON.valueToTree(object)))
                .orElseGet(() -> new Release.Unreadable("there is no ClusterVersion \"" + NAME + "\""));
    }

    private static Release of(JsonNode clusterVersion) {
        String text =
                clusterVersion.path("status").path("desired").path("version").asText();
        if (text.isEmpty()) {
            return new Release.Unreadable("the ClusterVersion \"" + NAME + "\" has no status.desired.version");
        }
        return OpenShiftVersion.ofCluster(text)
                .<Release>map(version -> new Release.Known(text, version))
                .orElseGet(() -> new Release.Unreadable(
                        "cluster version has invalid desired release version: " + OneLineText.of(text)));
    }

    @Override
    public void close() {
        informer.close();
    }
}
