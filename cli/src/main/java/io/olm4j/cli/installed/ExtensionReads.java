package io.olm4j.cli.installed;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.RevisionOwner;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads an extension and what belongs to it. */
public final class ExtensionReads {

    private static final String EVENTS_NAMESPACE = "default";

    private final KubernetesClient client;

    public ExtensionReads(KubernetesClient client) {
        this.client = client;
    }

    /**
     * An extension by its name; empty if there is none.
     *
     * @throws OlmException if the name is empty
     */
    public Optional<ClusterExtension> find(String name) {
        return NamedObjects.find(client, ClusterExtension.class, name);
    }

    /**
     * An extension by its name.
     *
     * @throws OlmException if there is none, or the name is empty
     */
    public ClusterExtension extension(String name) {
        return find(name)
                .orElseThrow(() -> new OlmException(
                        "there is no ClusterExtension " + name + ": \"olm extension list\" shows the names"));
    }

    /**
     * An extension that is to be changed.
     *
     * @throws OlmException if there is none, if it is being deleted, or if the name is empty
     */
    public ClusterExtension changeable(String name) {
        ClusterExtension found = extension(name);
        if (found.isMarkedForDeletion()) {
            throw new OlmException(
                    name + " is being deleted: \"olm extension describe " + name + "\" shows what it waits for");
        }
        return found;
    }

    /** The bundle that is installed, as the status says it. */
    public static Optional<InstalledBundle> installed(ClusterExtension extension) {
        return Optional.ofNullable(extension.statusOrEmpty().install())
                .map(Install::bundle)
                .map(bundle ->
                        new InstalledBundle(bundle.name(), bundle.version(), Optional.ofNullable(bundle.release())));
    }

    /** The revisions of an extension, the newest first. Only the owner reference tells: labels are claims. */
    public List<ClusterObjectSet> revisions(ClusterExtension extension) {
        return client
                .resources(ClusterObjectSet.class)
                .withLabel(
                        Labels.OWNER_NAME, Labels.value(extension.getMetadata().getName()))
                .list()
                .getItems()
                .stream()
                .filter(set ->
                        RevisionOwner.isRevisionOf(set, extension.getMetadata().getUid()))
                .sorted(Comparator.comparingLong(
                                (ClusterObjectSet set) -> set.getSpec().revision())
                        .reversed())
                .toList();
    }

    /** The Events of an extension, the oldest first; empty if the user may not read them. */
    public List<Event> events(ClusterExtension extension) {
        try {
            return client
                    .events()
                    .v1()
                    .events()
                    .inNamespace(EVENTS_NAMESPACE)
                    .withField("regarding.name", extension.getMetadata().getName())
                    .list()
                    .getItems()
                    .stream()
                    .filter(event -> extension
                            .getMetadata()
                            .getUid()
                            .equals(event.getRegarding().getUid()))
                    .sorted(Comparator.comparing(ExtensionReads::time))
                    .toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return List.of();
            }
            throw e;
        }
    }

    /** When an Event was recorded, in ISO 8601. */
    public static String time(Event event) {
        return event.getEventTime() == null
                ? event.getMetadata().getCreationTimestamp()
                : event.getEventTime().getTime();
    }
}
