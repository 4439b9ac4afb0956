package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;

/** Reads a small blob into memory, such as the configuration of an image, and checks its digest. */
final class DocumentPuller {

    private final RegistryHttp http;
    private final ImageLimits limits;

    DocumentPuller(RegistryHttp http, ImageLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    /**
     * Reads the blob.
     *
     * @param kind the kind of document, for messages
     * @param deadline of all attempts
     */
    byte[] pull(HttpUrl repository, ImageReference reference, Digest digest, String kind, Deadline deadline)
            throws ImageException, ContentException {
        String what = "reading " + kind + " " + digest + " in " + reference.name();
        Request request = new Request.Builder()
                .url(repository.newBuilder().addPathSegments("blobs/" + digest).build())
                .build();
        RegistryCall<byte[]> call =
                new RegistryCall<>(what, reference, RegistryCall.PULL, request, Set.of(), response -> {
                    byte[] document = BoundedRead.all(response.body().byteStream(), limits.manifestBytes(), what);
                    if (!Digest.of(digest.algorithm(), digest.hasher().digest(document))
                            .equals(digest)) {
                        throw ContentException.otherThanDigest(what);
                    }
                    return document;
                });
        return http.send(() -> call, () -> false, deadline);
    }
}
