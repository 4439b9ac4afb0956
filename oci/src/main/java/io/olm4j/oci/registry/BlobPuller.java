package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.layer.LocalFile;
import java.nio.file.Path;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;

/** Streams a blob into a file and checks its size and digest. Nothing reads the file before that check. */
final class BlobPuller {

    private final RegistryHttp http;
    private final ImageLimits limits;

    BlobPuller(RegistryHttp http, ImageLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    /**
     * Downloads the blob. If the connection breaks, it requests the rest.
     *
     * @param to the file to write
     * @param deadline of all attempts
     */
    void pull(HttpUrl repository, ImageReference reference, Descriptor blob, Path to, Deadline deadline)
            throws ImageException, ContentException {
        String what = "reading blob " + blob.digest() + " in " + reference.name();
        if (blob.size() > limits.blobBytes()) {
            throw new ContentException(what + ": it is larger than " + limits.blobBytes() + " bytes");
        }
        Request whole = new Request.Builder()
                .url(repository
                        .newBuilder()
                        .addPathSegments("blobs/" + blob.digest())
                        .build())
                // Blobs are already compressed, and the digest belongs to the stored bytes.
                .header("Accept-Encoding", "identity")
                .build();
        try (LocalFile file = LocalFile.create(to)) {
            BlobDownload download = new BlobDownload(what, blob, file);
            http.send(
                    () -> new RegistryCall<>(
                            what,
                            reference,
                            RegistryCall.PULL,
                            download.next(whole),
                            Set.of(BlobDownload.RANGE_NOT_SATISFIABLE),
                            download::save),
                    download::progressed,
                    deadline);
        }
    }
}
