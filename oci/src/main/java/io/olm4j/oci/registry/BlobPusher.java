package io.olm4j.oci.registry;

import io.olm4j.oci.Blob;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;

/** Uploads one blob in one piece, unless the repository already has it. */
final class BlobPusher {

    private static final String OCTETS = "application/octet-stream";

    private final RegistryHttp http;

    BlobPusher(RegistryHttp http) {
        this.http = http;
    }

    void push(HttpUrl repository, ImageReference reference, Blob blob) throws ImageException, ContentException {
        RegistryCall<Boolean> look = look(repository, reference, blob.digest());
        if (http.send(look)) {
            return;
        }
        // An upload that broke cannot be repeated: the registry has a part of it, or has stored the blob already.
        var begun = new AtomicBoolean();
        http.sendLong(() -> begun.getAndSet(true) && http.send(look)
                ? look
                : upload(start(repository, reference), reference, blob));
    }

    /** Asks whether the repository has a blob. */
    private static RegistryCall<Boolean> look(HttpUrl repository, ImageReference reference, Digest digest) {
        Request request = new Request.Builder()
                .url(repository.newBuilder().addPathSegments("blobs/" + digest).build())
                .head()
                .build();
        String what = "looking for blob " + digest + " in " + reference.name();
        return new RegistryCall<>(
                what, reference, RegistryCall.PUSH, request, Set.of(404), response -> response.code() != 404);
    }

    private static RegistryCall<Boolean> upload(HttpUrl upload, ImageReference reference, Blob blob) {
        Request request = new Request.Builder()
                .url(upload.newBuilder()
                        .setQueryParameter("digest", blob.digest().toString())
                        .build())
                .put(new BlobBody(blob, OCTETS))
                .build();
        String what = "writing blob " + blob.digest() + " to " + reference.name();
        return new RegistryCall<>(what, reference, RegistryCall.PUSH, request, Set.of(), response -> true);
    }

    private HttpUrl start(HttpUrl repository, ImageReference reference) throws ImageException, ContentException {
        Request request = new Request.Builder()
                .url(repository.newBuilder().addPathSegments("blobs/uploads/").build())
                .post(RequestBody.EMPTY)
                .build();
        String what = "starting an upload to " + reference.name();
        return http.send(new RegistryCall<>(what, reference, RegistryCall.PUSH, request, Set.of(), response -> {
            HttpUrl location = repository.resolve(response.header("Location", ""));
            // The upload carries the authorization, so it must go to the same server.
            if (location == null || !RegistryEndpoints.isSameServer(location, repository)) {
                throw ContentException.unverified(
                        what + ": the registry named an upload address that is not its own; check its external URL");
            }
            return location;
        }));
    }
}
