package io.olm4j.catalogd;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.olm4j.catalogd.MetaIndex.Section;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Sends content of a catalog, or parts of it: with validators, not at all if the client has it, and with gzip if it takes it. */
final class ContentSender {

    /** Below this, gzip costs more than it saves. */
    private static final long GZIP_FROM = 1400;

    private static final int BUFFER = 64 << 10;

    private ContentSender() {}

    /** Sends the headers and, unless it was asked for them alone, the sections of the open file. */
    static void send(HttpExchange exchange, FileChannel file, List<Section> sections) throws IOException {
        long length = sections.stream().mapToLong(Section::length).sum();
        boolean gzip = length >= GZIP_FROM && AcceptedEncodings.takesGzip(exchange.getRequestHeaders());
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "application/jsonl");
        if (gzip) {
            headers.set("Content-Encoding", "gzip");
        }
        if (exchange.getRequestMethod().equals("HEAD")) {
            if (!gzip) {
                headers.set("Content-Length", Long.toString(length));
            }
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        exchange.sendResponseHeaders(200, gzip ? 0 : length == 0 ? -1 : length);
        try (OutputStream body = exchange.getResponseBody();
                OutputStream out = gzip ? new FastGzip(body) : body) {
            for (Section section : sections) {
                copy(file, section, out);
            }
        }
    }

    /** Sets the validators, and answers 304 if the client's copy is still right; says whether it did. */
    static boolean answeredFresh(HttpExchange exchange, StoredContent content) throws IOException {
        String etag = "\"" + content.hash() + "\"";
        boolean gzip = AcceptedEncodings.takesGzip(exchange.getRequestHeaders());
        Headers headers = exchange.getResponseHeaders();
        // The same content encoded differently is equivalent, not identical.
        headers.set("ETag", gzip ? "W/" + etag : etag);
        headers.set("Last-Modified", Preconditions.httpDate(content.lastModified()));
        headers.set("Vary", "Accept-Encoding");
        if (!Preconditions.isFresh(exchange.getRequestHeaders(), etag, content.lastModified())) {
            return false;
        }
        exchange.sendResponseHeaders(304, -1);
        return true;
    }

    private static void copy(FileChannel file, Section section, OutputStream out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long end = section.offset() + section.length();
        for (long at = section.offset(); at < end; ) {
            buffer.clear().limit((int) Math.min(BUFFER, end - at));
            int n = file.read(buffer, at);
            if (n < 0) {
                throw new IOException("the content ends before its index says");
            }
            out.write(buffer.array(), 0, n);
            at += n;
        }
    }

    /** Catalogs compress well at any level, so that the fastest one is best. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
