package io.olm4j.oci.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.RegistryJson;
import io.olm4j.oci.trust.SignatureSource;
import io.olm4j.oci.trust.SigstoreSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import okhttp3.Request;
import okhttp3.Response;
import okio.ByteString;

/**
 * Reads the signatures that cosign stores beside an image, under the tag {@code sha256-<hash>.sig}.
 *
 * @see <a href="https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md">cosign signature
 *     specification</a>
 */
final class SignaturePuller implements SignatureSource {

    private static final String SIGNATURE = "application/vnd.dev.cosign.simplesigning.v1+json";
    private static final String ANNOTATION = "dev.cosignproject.cosign/signature";

    /** More signatures than a real image has; each costs a request. */
    private static final int MAX_SIGNATURES = 128;

    private final Repository repository;
    private final ImageLimits limits;

    SignaturePuller(Repository repository, ImageLimits limits) {
        this.repository = repository;
        this.limits = limits;
    }

    @Override
    public ImageReference image() {
        return repository.reference();
    }

    @Override
    public List<SigstoreSignature> signatures(Digest manifest) throws ImageException, ContentException {
        List<SigstoreSignature> signatures = new ArrayList<>();
        long bytes = 0;
        DocumentPuller payloads = new DocumentPuller(repository.http(), limits);
        // One for all of them: a registry that sends each one slowly must not hold a pull for hours.
        Deadline deadline = Deadline.in(limits.timeouts().document());
        for (JsonNode layer : layers(manifest)) {
            if (!layer.path("mediaType").asText().equals(SIGNATURE)) {
                continue;
            }
            Digest digest = Digest.tryParse(layer.path("digest").asText())
                    .orElseThrow(() -> new ContentException("a signature has no valid digest"));
            byte[] payload = payloads.pull(repository.url(), repository.reference(), digest, "signature", deadline);
            bytes += payload.length;
            if (bytes > limits.manifestBytes()) {
                throw new ContentException("the signatures of " + manifest + " in "
                        + repository.reference().name() + " are larger than " + limits.manifestBytes()
                        + " bytes together");
            }
            JsonNode signature = layer.path("annotations").path(ANNOTATION);
            signatures.add(new SigstoreSignature(
                    ByteString.of(payload),
                    signature.isTextual() ? Optional.of(signature.asText()) : Optional.empty()));
        }
        return signatures;
    }

    private JsonNode layers(Digest manifest) throws ImageException, ContentException {
        String tag = manifest.algorithm() + "-" + manifest.hex() + ".sig";
        String what =
                "reading signatures " + tag + " in " + repository.reference().name();
        Request request = new Request.Builder()
                .url(repository
                        .url()
                        .newBuilder()
                        .addPathSegments("manifests/" + tag)
                        .build())
                .header("Accept", MediaTypes.OCI_MANIFEST)
                .build();
        JsonNode layers = repository
                .http()
                .send(new RegistryCall<>(
                        what,
                        repository.reference(),
                        RegistryCall.PULL,
                        request,
                        Set.of(404),
                        response ->
                                response.code() == 404 ? JsonNodeFactory.instance.arrayNode() : read(response, what)));
        if (layers.size() > MAX_SIGNATURES) {
            throw new ContentException(what + ": there are more than " + MAX_SIGNATURES);
        }
        return layers;
    }

    private JsonNode read(Response response, String what) throws IOException, ContentException {
        byte[] document = BoundedRead.all(response.body().byteStream(), limits.manifestBytes(), what);
        try {
            JsonNode layers =
                    RegistryJson.tree(document, what + ": their manifest").path("layers");
            if (layers.isArray()) {
                return layers;
            }
        } catch (JsonProcessingException e) {
            throw new ContentException(what + ": their manifest is not JSON", e);
        }
        throw new ContentException(what + ": their manifest is not an image manifest");
    }
}
