package io.olm4j.catalogd;

import com.sun.net.httpserver.HttpExchange;
import io.olm4j.catalogd.MetaIndex.Section;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers requests below {@code /catalogs/}: {@code all} of a catalog, or those of its {@code metas} that match. */
final class CatalogHandler {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final ContentStore store;

    CatalogHandler(ContentStore store) {
        this.store = store;
    }

    /** Answers; {@code parts} is the path after {@code /catalogs/}, split at slashes. */
    void handle(HttpExchange exchange, List<String> parts) throws IOException {
        if (parts.size() != 4 || !parts.get(1).equals("api") || !parts.get(2).equals("v1")) {
            Answer.status(exchange, 404);
            return;
        }
        String endpoint = parts.get(3);
        if (!endpoint.equals("all") && !endpoint.equals("metas")) {
            Answer.status(exchange, 404);
            return;
        }
        if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            Answer.status(exchange, 405);
            return;
        }
        if (!CatalogNames.isValid(parts.getFirst())) {
            Answer.text(exchange, 400, "400 Bad Request: invalid catalog name: " + CatalogNames.RULE);
            return;
        }
        Optional<MetasQuery> query = endpoint.equals("all")
                ? Optional.of(new MetasQuery("", "", ""))
                : MetasQuery.parse(Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                        .orElse(""));
        if (query.isEmpty()) {
            Answer.status(exchange, 400);
            return;
        }
        send(exchange, parts.getFirst(), query.get());
    }

    private void send(HttpExchange exchange, String catalog, MetasQuery query) throws IOException {
        // Twice: the file may be replaced between finding and opening it.
        for (int attempt = 0; attempt < 2; attempt++) {
            Optional<StoredContent> found = store.find(catalog);
            if (found.isEmpty()) {
                Answer.status(exchange, 404);
                return;
            }
            if (send(exchange, found.get(), query)) {
                return;
            }
        }
        Answer.status(exchange, 500);
    }

    /** Says whether the content could be opened. */
    private static boolean send(HttpExchange exchange, StoredContent content, MetasQuery query) throws IOException {
        try (FileChannel file = FileChannel.open(content.lines())) {
            List<Section> sections = query.asksForAll()
                    ? List.of(new Section(0, content.length()))
                    : MetaIndex.find(content.index(), query);
            if (!ContentSender.answeredFresh(exchange, content)) {
                ContentSender.send(exchange, file, sections);
            }
            return true;
        } catch (NoSuchFileException replaced) {
            return false;
        }
    }
}
