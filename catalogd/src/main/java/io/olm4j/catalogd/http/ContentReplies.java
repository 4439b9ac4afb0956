package io.olm4j.catalogd.http;

import io.olm4j.catalogd.store.ContentFile;
import io.olm4j.catalogd.store.MetasQuery;
import io.olm4j.catalogd.store.Section;
import io.olm4j.catalogd.store.Sections;
import io.olm4j.catalogd.store.StoredContent;
import io.olm4j.process.http.AcceptedEncodings;
import io.olm4j.process.http.RequestHeaders;
import java.util.HashMap;
import java.util.Map;

/** Chooses which bytes of a catalog to send: none if the client has them, a part, or all, plain or compressed. */
final class ContentReplies {

    /** The smallest content that is compressed, in bytes. Below this size gzip costs more than it saves. */
    private static final long GZIP_FROM = 1400;

    /**
     * The header field that names the image of the content. By it a client detects a replica that lags behind the
     * status of the catalog.
     */
    private static final String IMAGE = "Catalog-Image-Ref";

    private ContentReplies() {}

    /** A reply to a request; {@link Reply.Content#compress} takes a place of the compressions. */
    static Reply of(StoredContent content, MetasQuery query, RequestHeaders request, Compressions compressions) {
        Validators validators = new Validators(content.hash(), content.lastModified());
        Iterable<Section> found = query.asksForAll()
                ? Sections.whole(content.lines())
                : content.index().find(query);
        boolean wantsRange = !request.all("Range").isEmpty() && validators.allowRange(request);
        boolean gzip = !wantsRange && AcceptedEncodings.takesGzip(request) && Section.reach(found, GZIP_FROM);

        Map<String, String> headers = new HashMap<>();
        headers.put("ETag", validators.etag(gzip));
        headers.put("Last-Modified", validators.httpDate());
        headers.put("Vary", "Accept-Encoding");
        if (!content.resolvedRef().isEmpty()) {
            headers.put(IMAGE, content.resolvedRef());
        }
        if (validators.areUnexpectedBy(request)) {
            headers.put("Content-Type", "text/plain; charset=utf-8");
            return new Reply.Text(412, headers, Reply.Text.of(412).text());
        }
        if (validators.areKnownTo(request)) {
            return new Reply.Text(304, headers, "");
        }
        headers.put("Content-Type", "application/jsonl");
        Sections sections = new Sections(found);
        if (gzip && !query.asksForAll() && !compressions.tryToBegin()) {
            gzip = false;
            headers.put("ETag", validators.etag(false));
        }
        if (gzip) {
            headers.put("Content-Encoding", "gzip");
            ContentFile compressed = content.gzip();
            return query.asksForAll()
                    ? new Reply.Content(200, headers, compressed, Sections.whole(compressed), false)
                    : new Reply.Content(200, headers, content.lines(), sections, true);
        }
        headers.put("Accept-Ranges", "bytes");
        return wantsRange
                ? range(content, sections, RequestedRange.of(request, sections.length()), headers)
                : new Reply.Content(200, headers, content.lines(), sections, false);
    }

    private static Reply range(
            StoredContent content, Sections sections, RequestedRange range, Map<String, String> headers) {
        return switch (range) {
            case RequestedRange.All() -> new Reply.Content(200, headers, content.lines(), sections, false);
            case RequestedRange.Beyond() -> {
                headers.put("Content-Type", "text/plain; charset=utf-8");
                headers.put("Content-Range", "bytes */" + sections.length());
                yield new Reply.Text(416, headers, Reply.Text.of(416).text());
            }
            case RequestedRange.Part(long from, long count) -> {
                headers.put("Content-Range", "bytes " + from + "-" + (from + count - 1) + "/" + sections.length());
                yield new Reply.Content(206, headers, content.lines(), sections.slice(from, count), false);
            }
        };
    }
}
