package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.Sha256;
import io.olm4j.codec.json.SortedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The digests of the content of a set: those of its first reading, and those of content that was read later. */
public final class PhaseDigests {

    private PhaseDigests() {}

    /** The digest of a phase, as operator-controller computes it: {@code sha256:} and 64 hexadecimal digits. */
    static String of(String phase, List<ObjectNode> objects) {
        return digest(SortedJson.bytes(digested(phase, objects)));
    }

    /**
     * The digest that earlier builds of olm4j recorded: Jackson wrote {@code < > &} and floats, and keys were sorted by
     * their UTF-16 units.
     */
    private static String formerly(ResolvedPhase phase) {
        List<ObjectNode> objects =
                phase.objects().stream().map(ResolvedObject::object).toList();
        String text = SortedJson.sorted(digested(phase.name(), objects), Comparator.naturalOrder())
                .toString();
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode digested(String phase, List<ObjectNode> objects) {
        ObjectNode digested = JsonNodeFactory.instance.objectNode().put("name", phase);
        objects.forEach(digested.withArray("objects")::add);
        return digested;
    }

    private static String digest(byte[] json) {
        return "sha256:" + Sha256.hex(json);
    }

    /** The digests to write to the status when the content is read for the first time. */
    public static List<ObservedPhase> of(List<ResolvedPhase> phases) {
        return phases.stream()
                .map(phase -> new ObservedPhase(phase.name(), phase.digest()))
                .toList();
    }

    /**
     * How the content differs from the observed one, in the words of operator-controller; empty if it does not differ.
     */
    public static Optional<String> change(List<ObservedPhase> observed, List<ResolvedPhase> phases) {
        if (observed.size() != phases.size()) {
            return Optional.of("number of phases has changed (expected %d phases, got %d)"
                    .formatted(observed.size(), phases.size()));
        }
        Map<String, String> expected = new HashMap<>();
        observed.forEach(phase -> expected.put(phase.name(), phase.digest()));
        List<String> changes = new ArrayList<>();
        for (ResolvedPhase phase : phases) {
            String digest = expected.getOrDefault(phase.name(), "");
            if (!digest.equals(phase.digest()) && !digest.equals(formerly(phase))) {
                changes.add(
                        "phase \"%s\" (expected digest %s, got %s)".formatted(phase.name(), digest, phase.digest()));
            }
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ("resolved content of %d phase(s) has changed: %s; a referenced object source may have been"
                                        + " deleted and recreated with different content")
                                .formatted(changes.size(), String.join("; ", changes)));
    }
}
