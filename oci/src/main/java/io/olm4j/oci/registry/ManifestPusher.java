package io.olm4j.oci.registry;

import io.olm4j.oci.Blob;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;

/** Writes a manifest under a tag or digest, which completes the image. */
final class ManifestPusher {

    private final RegistryHttp http;

    ManifestPusher(RegistryHttp http) {
        this.http = http;
    }

    void push(HttpUrl repository, ImageReference reference, Blob manifest) throws ImageException, ContentException {
        String name = reference.tag().orElse(manifest.digest().toString());
        Request request = new Request.Builder()
                .url(repository
                        .newBuilder()
                        .addPathSegments("manifests")
                        .addPathSegment(name)
                        .build())
                .put(new BlobBody(manifest, manifest.mediaType()))
                .build();
        String what = "writing manifest " + name + " to " + reference.name();
        http.send(new RegistryCall<>(
                what, reference, RegistryCall.PUSH, request, Set.of(), response -> Optional.empty()));
    }
}
