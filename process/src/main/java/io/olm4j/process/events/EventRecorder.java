package io.olm4j.process.events;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.oci.Digest;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records Events (events.k8s.io/v1) on cluster-scoped objects, in the namespace {@code default}, as Kubernetes does.
 *
 * <p>A fact is recorded once, not at each reconcile: while the last Event with the same reason on an object has the
 * same text and occasion, no other one is created. The name of an Event is derived from these, so that a restart does
 * not repeat the Event while the API server keeps it.
 */
public final class EventRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private static final String NAMESPACE = "default";
    private static final String DOMAIN = "olm.operatorframework.io/";
    /** A limit of the API server, in bytes of UTF-8. */
    private static final int MAX_NOTE = 1024;
    /** A limit of the API server on names, minus the digest. */
    private static final int MAX_NAME = 253 - 17;

    private static final int REMEMBERED = 10_000;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final KubernetesClient client;
    private final Clock clock;
    private final String controller;
    private final Map<String, EventFact> last = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, EventFact> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** @param controller the name of the process that reports */
    public EventRecorder(KubernetesClient client, Clock clock, String controller) {
        this.client = client;
        this.clock = clock;
        this.controller = controller;
    }

    /** Records a fact, later and on another thread. An Event that cannot be written is lost and logged. */
    public void record(HasMetadata regarding, EventFact fact) {
        synchronized (last) {
            if (fact.equals(last.put(regarding.getMetadata().getUid() + "/" + fact.reason(), fact))) {
                return;
            }
        }
        Event event = event(regarding, fact);
        Thread.ofVirtual().name("event").start(() -> write(event));
    }

    private static String shortened(String note) {
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_NOTE) {
            return note;
        }
        int end = MAX_NOTE - 3;
        // Do not cut within a character.
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
    }

    private Event event(HasMetadata regarding, EventFact fact) {
        String name = regarding.getMetadata().getName();
        String digest = digest(
                String.join("\n", regarding.getMetadata().getUid(), fact.reason(), fact.occasion(), fact.note()));
        return new EventBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(beginning(name) + "." + digest)
                .endMetadata()
                .withEventTime(new MicroTime(MICROS.format(clock.instant())))
                .withType(fact.type().text())
                .withReason(fact.reason())
                .withAction(fact.action())
                .withNote(shortened(fact.note()))
                .withReportingController(DOMAIN + controller)
                .withReportingInstance(controller)
                .withNewRegarding()
                .withApiVersion(regarding.getApiVersion())
                .withKind(regarding.getKind())
                .withName(name)
                .withUid(regarding.getMetadata().getUid())
                .endRegarding()
                .build();
    }

    /** A part of a name has to end with a letter or a digit. */
    private static String beginning(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME).replaceFirst("[.-]+$", "");
    }

    private static String digest(String text) {
        return Digest.sha256(text.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 16);
    }

    private void write(Event event) {
        try {
            client.resource(event).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                LOG.warn("The Event {} was not written: {}", event.getReason(), e.getMessage());
            }
        }
    }
}
