package io.olm4j.catalogd.http;

import io.olm4j.catalogd.store.CatalogNames;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.MetasQuery;
import io.olm4j.process.http.RequestHeaders;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the content for a request: {@code all} of a catalog, or the {@code metas} that match. */
final class Replies {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final Set<String> ENDPOINTS = Set.of("all", "metas");

    private final ContentStore store;
    private final Compressions compressions = new Compressions();

    Replies(ContentStore store) {
        this.store = store;
    }

    /** Answers a request; its target is the path and query as sent. {@link #end} must follow. */
    Reply to(String method, String target, RequestHeaders headers) {
        int question = target.indexOf('?');
        String search = question < 0 ? "" : target.substring(question);
        URI path;
        try {
            // Two slashes at the beginning do not name a server here.
            path = new URI(
                    target.substring(0, target.length() - search.length()).replaceFirst("^/{2,}", "/"));
        } catch (URISyntaxException e) {
            return Reply.Text.of(400);
        }
        List<String> parts = segments(path);
        if (parts.equals(List.of("", "healthz")) || parts.equals(List.of("", "readyz"))) {
            return Reply.Text.plain(200, "ok");
        }
        URI clean = path.normalize();
        if (isEndpoint(segments(clean)) && !target.equals(clean + search)) {
            return Reply.Text.movedTo(clean.getRawPath() + search);
        }
        if (!isEndpoint(parts)) {
            return Reply.Text.of(404);
        }
        if (!METHODS.contains(method)) {
            return new Reply.Text(
                    405,
                    Map.of("Content-Type", "text/plain; charset=utf-8", "Allow", "GET, HEAD"),
                    "Method Not Allowed\n");
        }
        if (!CatalogNames.isValid(parts.get(2))) {
            return Reply.Text.plain(400, "invalid catalog name: " + CatalogNames.RULE);
        }
        Optional<MetasQuery> query = parts.get(5).equals("all")
                ? Optional.of(MetasQuery.ALL)
                : MetasQuery.parse(search.isEmpty() ? "" : search.substring(1));
        if (query.isEmpty()) {
            return Reply.Text.of(400);
        }
        return store.find(parts.get(2))
                .map(content -> ContentReplies.of(content, query.get(), headers, compressions))
                .orElseGet(() -> Reply.Text.of(404));
    }

    /** The decoded segments of a path; a slash that is encoded does not separate segments. */
    private static List<String> segments(URI path) {
        return Stream.of(Optional.ofNullable(path.getRawPath()).orElse("").split("/", -1))
                .map(segment -> URI.create("/" + segment).getPath().substring(1))
                .toList();
    }

    private static boolean isEndpoint(List<String> parts) {
        return parts.size() == 6
                && parts.get(1).equals("catalogs")
                && parts.get(3).equals("api")
                && parts.get(4).equals("v1")
                && ENDPOINTS.contains(parts.get(5));
    }

    /** The file of a reply to a request for this path is not there, and no newer content has taken its place. */
    void lost(String target) {
        catalog(target).ifPresent(store::check);
    }

    /** The reply was sent, completely or not. */
    void end(Reply.Content reply) {
        if (reply.compress()) {
            compressions.end();
        }
    }

    /**
     * The catalog that a path belongs to, if this catalog is served. Other names get no metrics, because every client
     * can request any name.
     */
    Optional<String> catalog(String target) {
        String[] parts = target.split("/", 4);
        return parts.length == 4 && parts[1].equals("catalogs")
                ? store.find(parts[2]).map(content -> content.catalog())
                : Optional.empty();
    }
}
