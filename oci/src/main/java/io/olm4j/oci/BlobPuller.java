package io.olm4j.oci;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;

/** Streams a blob into a file and checks its size and digest; nothing looks into the file before that. */
final class BlobPuller {

    private final RegistryHttp http;
    private final ImageLimits limits;

    BlobPuller(RegistryHttp http, ImageLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    /**
     * Downloads the blob.
     *
     * @param to file to write, truncated at every attempt
     */
    void pull(HttpUrl repository, ImageReference reference, Descriptor blob, Path to)
            throws ImageException, ContentException {
        String what = "reading blob " + blob.digest() + " in " + reference.name();
        if (blob.size() > limits.blobBytes()) {
            throw new ContentException(what + ": it is larger than " + limits.blobBytes() + " bytes");
        }
        Request request = new Request.Builder()
                .url(repository
                        .newBuilder()
                        .addPathSegments("blobs/" + blob.digest())
                        .build())
                // Blobs are compressed already, and the digest is that of the bytes as stored.
                .header("Accept-Encoding", "identity")
                .build();
        http.send(new RegistryCall<>(
                what, reference, RegistryCall.PULL, request, Set.of(), response -> save(response, blob, to, what)));
    }

    private static Path save(Response response, Descriptor blob, Path to, String what)
            throws IOException, ContentException {
        MessageDigest hasher = blob.digest().hasher();
        long received = 0;
        try (InputStream in = response.body().byteStream();
                LocalFile file = LocalFile.create(to)) {
            byte[] buffer = new byte[64 << 10];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                received += n;
                if (received > blob.size()) {
                    throw new ContentException(what + ": it is larger than the manifest says");
                }
                hasher.update(buffer, 0, n);
                file.write(buffer, n);
            }
        }
        if (received < blob.size()) {
            throw new EOFException("blob broke off");
        }
        if (!blob.digest().names(hasher)) {
            throw new ContentException(what + ": the registry sent other content than the digest names");
        }
        return to;
    }
}
