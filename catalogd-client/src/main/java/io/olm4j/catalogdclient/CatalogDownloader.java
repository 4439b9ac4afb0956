package io.olm4j.catalogdclient;

import io.olm4j.catalogdclient.http.FetchFailure;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Fetches the content of a catalog directly to a file, unless the content is already known. */
final class CatalogDownloader {
    /** In the original catalogd every replica but the leader answers 404, because only the leader holds content. */
    private static final String NOT_HERE =
            ": this replica of the service does not have the catalog, another one may have it and is asked soon";

    /** The header field that names the image whose content an answer sends (200) or confirms (304). */
    private static final String IMAGE = "Catalog-Image-Ref";

    private static final String OTHER_IMAGE =
            "this replica of the service has the content of another image than the one the catalog was resolved to,"
                    + " another one may have it and is asked soon";

    private static final String DAMAGED =
            "the answer is damaged: it is not the content that its ETag names. The copy of this replica of the service"
                    + " is damaged on its disk, another one may have an intact copy and is asked soon";

    /** The ETag of olm4j's catalogd: the hash of the uncompressed content. */
    private static final Pattern HASH = Pattern.compile("\"([0-9a-f]{64})(-gzip)?\"");

    private static final Pattern REASON = Pattern.compile("[A-Za-z' -]{1,40}");

    /**
     * An ETag that is kept; another one is ignored. It is sent back in a header, which must be ASCII, and is stored, so
     * its length is limited.
     */
    private static final Pattern ETAG = Pattern.compile("[\\x21-\\x7E]{1,1024}");

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    /** How often a download that waits for its turn looks whether it is cancelled. */
    private static final Duration CANCEL_CHECK = Duration.ofMillis(100);

    private final OkHttpClient http;
    private final CatalogLimits limits;
    private final ReentrantLock indexing = new ReentrantLock();

    CatalogDownloader(OkHttpClient http, CatalogLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    Call newCall(CatalogLocation location, StoredCatalog.Source known) {
        return http.newCall(request(location.allUrl(), known));
    }

    /** The request for all objects, conditional on the known content. */
    private static Request request(String url, StoredCatalog.Source known) {
        Request.Builder request = new Request.Builder().url(url);
        if (known.url().equals(url)) {
            if (!known.etag().isEmpty()) {
                request.header("If-None-Match", known.etag());
            }
            if (!known.lastModified().isEmpty()) {
                request.header("If-Modified-Since", known.lastModified());
            }
        }
        return request.build();
    }

    /**
     * Executes the request.
     *
     * @param file receives the objects
     * @throws DiskException if the file cannot be written
     */
    Download fetch(Call call, CatalogLocation location, Path file) throws DiskException {
        try (Response response = call.execute()) {
            if (isOfAnotherImage(response, location)) {
                return new Download.Refused(OTHER_IMAGE, true);
            }
            return switch (response.code()) {
                case HttpURLConnection.HTTP_OK -> save(call, response, location, file);
                case HttpURLConnection.HTTP_NOT_MODIFIED -> new Download.NotModified();
                case HttpURLConnection.HTTP_NOT_FOUND -> new Download.Refused(answer(response) + NOT_HERE, true);
                case HttpURLConnection.HTTP_UNAVAILABLE -> new Download.Refused(answer(response), true);
                case PROXY_AUTHENTICATION_REQUIRED ->
                    new Download.Refused("the proxy requires a user and a password, or refused those that it received");
                default -> new Download.Refused(answer(response));
            };
        } catch (DiskException e) {
            throw e;
        } catch (IOException e) {
            return new Download.Refused(FetchFailure.explain(http, call, e), isRefused(e));
        }
    }

    /**
     * Whether the network refused the connection, as it does while no replica of the service is ready. The client names
     * the failure of the socket as the cause.
     */
    private static boolean isRefused(IOException failure) {
        return failure instanceof ConnectException && failure.getCause() instanceof ConnectException;
    }

    private Download save(Call call, Response response, CatalogLocation location, Path file) throws IOException {
        StoredCatalog.Source source = new StoredCatalog.Source(
                location.uid(), location.allUrl(), location.resolvedRef(), etag(response), reliableDate(response));
        try (OutputStream out = new DiskOutputStream(file);
                InputStream body = response.body().byteStream()) {
            MeasuredOutputStream measured = new MeasuredOutputStream(out, limits.catalogBytes());
            body.transferTo(measured);
            out.flush();
            String hash = measured.hash();
            if (isDamaged(response, hash)) {
                return new Download.Refused(DAMAGED, true);
            }
            return new Download.Fetched(new StoredCatalog(source, hash, measured.count(), index(call, file, location)));
        } catch (TextSyntaxException e) {
            return unusable(
                    response,
                    source,
                    "the answer is not a file-based catalog: line "
                            + e.location().line() + ": " + e.problem());
        } catch (CatalogTooLargeException e) {
            return unusable(response, source, String.valueOf(e.getMessage()));
        }
    }

    /** Whether olm4j's catalogd sent other content than its ETag names. Other services have no such header field. */
    private static boolean isDamaged(Response response, String hash) {
        Matcher named = HASH.matcher(header(response, "ETag"));
        return !header(response, IMAGE).isEmpty()
                && named.matches()
                && !named.group(1).equals(hash);
    }

    /** An answer without a marked end may have been cut off, so the next answer may be usable. */
    private static Download unusable(Response response, StoredCatalog.Source source, String reason) {
        Response received = response.networkResponse();
        boolean endIsMarked = received != null
                && (received.header("Content-Length") != null || received.header("Transfer-Encoding") != null);
        return endIsMarked ? new Download.Unusable(source, reason) : new Download.Refused(reason);
    }

    /**
     * A replica may serve older content for a while. Only the header field reveals it, and the original catalogd does
     * not send that field.
     */
    private static boolean isOfAnotherImage(Response response, CatalogLocation location) {
        String image = header(response, IMAGE);
        return !image.isEmpty() && location.isPinned() && !image.equals(location.resolvedRef());
    }

    /**
     * Indexes one catalog at a time, because each may need memory for its largest object. Indexing never waits for the
     * network, and ends soon if the call is cancelled.
     */
    private Map<String, PackageEntry> index(Call call, Path file, CatalogLocation location) throws DiskException {
        try {
            awaitTurn(call);
            try (InputStream in = new CancellableInputStream(Files.newInputStream(file), call::isCanceled)) {
                return PackageIndexer.index(in, location.name(), limits.document());
            } finally {
                indexing.unlock();
            }
        } catch (IOException e) {
            throw new DiskException(file.resolveSibling(""), e);
        }
    }

    /** Locks {@link #indexing}. The removal of a catalog waits for this refresh, so that a cancelled call must end. */
    private void awaitTurn(Call call) throws InterruptedIOException {
        try {
            while (!indexing.tryLock(CANCEL_CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
                if (call.isCanceled()) {
                    throw new InterruptedIOException("cancelled");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /**
     * The Last-Modified date, or an empty text if it is not reliable: it counts in seconds, so it does not reveal a
     * change within the second of the fetch (RFC 9110, section 8.8.2.2).
     */
    private static String reliableDate(Response response) {
        Date modified = response.headers().getDate("Last-Modified");
        Date answered = response.headers().getDate("Date");
        Instant now =
                answered == null ? Instant.ofEpochMilli(response.receivedResponseAtMillis()) : answered.toInstant();
        boolean reliable =
                modified != null && Duration.between(modified.toInstant(), now).compareTo(Duration.ofSeconds(2)) >= 0;
        return reliable ? header(response, "Last-Modified") : "";
    }

    private static String header(Response response, String name) {
        String value = response.header(name);
        return value == null ? "" : value;
    }

    private static String etag(Response response) {
        String etag = header(response, "ETag");
        return ETAG.matcher(etag).matches() ? etag : "";
    }

    private static String answer(Response response) {
        return "the server answered " + response.code() + reason(response);
    }

    /** The reason phrase, only if it looks like one, because it goes to logs and conditions. */
    private static String reason(Response response) {
        return REASON.matcher(response.message()).matches() ? " " + response.message() : "";
    }
}
