package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.layer.LocalFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The download of one blob into a file. It records the number of received bytes, so that the next attempt resumes
 * there.
 *
 * <p>It computes the hash while it receives the bytes, and does not read the file again.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-range-requests">range requests</a>
 */
final class BlobDownload {

    static final int PARTIAL_CONTENT = 206;
    static final int RANGE_NOT_SATISFIABLE = 416;

    /**
     * An attempt that receives less counts as failed, so that a connection that breaks at every byte ends in an error.
     */
    static final int PROGRESS = 64 << 10;

    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(?:(\\d{1,18})|\\*)");

    private final String what;
    private final Descriptor blob;
    private final LocalFile file;
    private final MessageDigest hasher;
    private long received;
    private long receivedBefore;
    private boolean rangesRefused;

    BlobDownload(String what, Descriptor blob, LocalFile file) {
        this.what = what;
        this.blob = blob;
        this.file = file;
        this.hasher = blob.digest().hasher();
    }

    /**
     * The request of the next attempt, for the missing bytes. It has the end of the range, because some registries
     * require it. If no byte is missing, only the end of the last answer broke; then the attempt starts again.
     */
    Request next(Request whole) {
        receivedBefore = received;
        return received == 0 || received >= blob.size() || rangesRefused
                ? whole
                : whole.newBuilder()
                        .header("Range", "bytes=" + received + "-" + (blob.size() - 1))
                        .build();
    }

    /** Whether the last attempt made progress. */
    boolean progressed() {
        return received - receivedBefore >= PROGRESS;
    }

    /**
     * Writes the bytes of an attempt to the file.
     *
     * @throws IOException if the connection breaks, or the registry answers ranges wrongly; another attempt may help
     * @throws ContentException if the content does not have the digest, or is larger than declared
     */
    boolean save(Response response) throws IOException, ContentException {
        place(response);
        try (InputStream in = response.body().byteStream()) {
            byte[] buffer = new byte[PROGRESS];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                received += n;
                if (received > blob.size()) {
                    throw ContentException.unverified(what + ": it is larger than the manifest says");
                }
                hasher.update(buffer, 0, n);
                file.write(buffer, n);
            }
        }
        if (received < blob.size()) {
            throw new EOFException("the blob ended too early");
        }
        if (!blob.digest().names(hasher)) {
            throw ContentException.otherThanDigest(what);
        }
        return true;
    }

    /** Resumes if the answer is the missing part, or starts again if the answer is the whole blob. */
    private void place(Response response) throws IOException {
        boolean asked = response.request().header("Range") != null;
        if (response.code() == PARTIAL_CONTENT && asked && isRest(response.header("Content-Range", ""))) {
            return;
        }
        restart();
        if (response.code() == PARTIAL_CONTENT || response.code() == RANGE_NOT_SATISFIABLE) {
            rangesRefused = true;
            throw new WrongAnswerException(
                    "answers requests for parts of a blob wrongly; check the registry, and proxies on the way");
        }
    }

    private boolean isRest(String contentRange) {
        Matcher range = CONTENT_RANGE.matcher(contentRange);
        return range.matches()
                && Long.parseLong(range.group(1)) == received
                && (range.group(2) == null || Long.parseLong(range.group(2)) == blob.size());
    }

    private void restart() {
        received = 0;
        hasher.reset();
        file.truncate();
    }
}
