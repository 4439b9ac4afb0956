package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.MediaTypes;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import okio.ByteString;

/** Reads one manifest by tag or digest and checks it against the requested digest. */
final class ManifestPuller {

    private final RegistryHttp http;
    private final ImageLimits limits;

    ManifestPuller(RegistryHttp http, ImageLimits limits) {
        this.http = http;
        this.limits = limits;
    }

    /**
     * Reads the manifest.
     *
     * @param reference with tag or digest; the digest takes precedence
     */
    Manifest.Document pull(HttpUrl repository, ImageReference reference) throws ImageException, ContentException {
        String selector = reference
                .selector()
                .orElseThrow(() -> new IllegalArgumentException(reference + " has neither a tag nor a digest"));
        Request request = new Request.Builder()
                .url(repository
                        .newBuilder()
                        .addPathSegments("manifests")
                        .addPathSegment(selector)
                        .build())
                .header("Accept", MediaTypes.ACCEPTED_MANIFESTS)
                .build();
        String what = "reading manifest " + selector + " in " + reference.name();
        return http.send(new RegistryCall<>(
                what, reference, RegistryCall.PULL, request, Set.of(), r -> read(r, what, reference.digest())));
    }

    private Manifest.Document read(Response response, String what, Optional<Digest> expected)
            throws IOException, ContentException {
        byte[] document = BoundedRead.all(response.body().byteStream(), limits.manifestBytes(), what);
        MessageDigest hasher = expected.map(Digest::hasher).orElseGet(Digest::sha256Hasher);
        Digest actual = Digest.of(expected.map(Digest::algorithm).orElse("sha256"), hasher.digest(document));
        // The computed hash identifies the manifest of a tag; the digest that the registry claims is only compared.
        Optional<Digest> claimed = Optional.ofNullable(response.header("Docker-Content-Digest"))
                .flatMap(Digest::tryParse)
                .filter(digest -> digest.algorithm().equals(actual.algorithm()));
        if (!expected.or(() -> claimed).orElse(actual).equals(actual)) {
            throw ContentException.otherThanDigest(what);
        }
        return new Manifest.Document(actual, ByteString.of(document), ImageManifestParser.parse(document));
    }
}
