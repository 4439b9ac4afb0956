package io.olm4j.oci;

import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;

/** Reads the configuration of an image and checks its digest. */
final class ConfigPuller {

    private final RegistryHttp http;
    private final ImageLimits limits;

    ConfigPuller(RegistryHttp http, ImageLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    ImageConfig pull(HttpUrl repository, ImageReference reference, Descriptor config)
            throws ImageException, ContentException {
        Digest digest = config.digest();
        String what = "reading configuration " + digest + " in " + reference.name();
        Request request = new Request.Builder()
                .url(repository.newBuilder().addPathSegments("blobs/" + digest).build())
                .build();
        return http.send(new RegistryCall<>(what, reference, RegistryCall.PULL, request, Set.of(), response -> {
            byte[] document = BoundedRead.all(response.body().byteStream(), limits.manifestBytes(), what);
            if (!Digest.of(digest.algorithm(), digest.hasher().digest(document)).equals(digest)) {
                throw new ContentException(what + ": the registry sent other content than the digest names");
            }
            return ImageConfig.parse(document);
        }));
    }
}
