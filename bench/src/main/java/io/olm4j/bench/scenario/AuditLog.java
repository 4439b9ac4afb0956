package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The audit log of the API server, read from a position on. */
final class AuditLog {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> READS = Set.of("get", "list", "watch");
    private static final String SYSTEM = "system:serviceaccount:olmv1-system:";

    private final Path file;
    private long position;

    AuditLog(Path file) {
        this.file = file;
    }

    /** A request of olm4j or of the service account of an extension. */
    record Request(String verb, String resource, String subresource) {

        /** As {@code patch clusterextensions/status}. */
        String kind() {
            return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
        }

        boolean isReview() {
            return resource.endsWith("reviews");
        }

        /** Whether it changes an object: neither a review nor a token is one. */
        boolean isWrite() {
            return !READS.contains(verb) && !isReview() && !subresource.equals("token");
        }
    }

    /** How many requests there are of each kind, the most frequent first. */
    static String kinds(List<Request> requests) {
        Map<Request, Long> counts =
                requests.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Request, Long>comparingByValue().reversed())
                .map(entry -> entry.getValue() + " " + entry.getKey().kind())
                .collect(Collectors.joining(", "));
    }

    /** From now on. */
    void start() throws IOException {
        position = Files.exists(file) ? Files.size(file) : 0;
    }

    /** The requests since the start. */
    List<Request> requests() throws IOException {
        String text;
        try (SeekableByteChannel channel = Files.newByteChannel(file).position(position)) {
            text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
        return parse(text.substring(0, text.lastIndexOf('\n') + 1));
    }

    /** Reads events, one a line; what others have sent is left out. */
    static List<Request> parse(String lines) throws IOException {
        List<Request> requests = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String line : lines.lines().toList()) {
            JsonNode event = JSON.readTree(line);
            String user = event.at("/user/username").asText();
            // A watch has one event for its begin and one for its end.
            if ((user.startsWith(SYSTEM) || user.endsWith(":installer"))
                    && seen.add(event.path("auditID").asText())) {
                requests.add(new Request(
                        event.path("verb").asText(),
                        event.at("/objectRef/resource").asText(),
                        event.at("/objectRef/subresource").asText()));
            }
        }
        return requests;
    }
}
