package io.olm4j.oci.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.oci.Blob;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.pack.BuiltImage;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Map;
import okio.ByteString;

/** Creates keys, signatures and the images that carry them, in cosign's format. */
final class CosignSigner {

    static final String SIMPLE_SIGNING = "application/vnd.dev.cosign.simplesigning.v1+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** One layer of a signature image. */
    record Attachment(String mediaType, ByteString payload, Map<String, String> annotations) {}

    private CosignSigner() {}

    static KeyPair ecdsa(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    static KeyPair rsa() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    static KeyPair ed25519() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    static String payload(Digest manifest, String identity) {
        return "{\"critical\":{\"identity\":{\"docker-reference\":\"" + identity
                + "\"},\"image\":{\"docker-manifest-digest\":\"" + manifest
                + "\"},\"type\":\"cosign container image signature\"},\"optional\":null}";
    }

    static Attachment sign(KeyPair keys, String payload) throws GeneralSecurityException {
        byte[] content = payload.getBytes(StandardCharsets.UTF_8);
        return attach(content, signature(keys, content));
    }

    static Attachment attach(byte[] payload, String signature) {
        return new Attachment(
                SIMPLE_SIGNING, ByteString.of(payload), Map.of("dev.cosignproject.cosign/signature", signature));
    }

    static String signature(KeyPair keys, byte[] content) throws GeneralSecurityException {
        Signature signer = Signature.getInstance(
                switch (keys.getPrivate().getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> "Ed25519";
                });
        signer.initSign(keys.getPrivate());
        signer.update(content);
        return Base64.getEncoder().encodeToString(signer.sign());
    }

    /** Pushes the image, and its signatures beside it. */
    static void push(RegistryClient client, ImageReference reference, BuiltImage image, Attachment... signatures)
            throws Exception {
        client.push(reference, image);
        attach(client, reference, image.digest(), signatures);
    }

    /** Pushes signatures of the manifest into the repository. */
    static void attach(RegistryClient client, ImageReference repository, Digest manifest, Attachment... signatures)
            throws Exception {
        if (signatures.length > 0) {
            ImageReference tag = ImageReference.parse(
                    repository.name() + ":" + manifest.algorithm() + "-" + manifest.hex() + ".sig");
            Repository there = client.repository(tag);
            BlobPusher blobs = new BlobPusher(there.http());
            Blob config = Blob.of(MediaTypes.OCI_CONFIG, "{}".getBytes(StandardCharsets.UTF_8));
            blobs.push(there.url(), tag, config);
            ObjectNode image = JSON.createObjectNode();
            image.put("schemaVersion", 2).put("mediaType", MediaTypes.OCI_MANIFEST);
            describe(image.putObject("config"), config);
            ArrayNode layers = image.putArray("layers");
            for (Attachment signature : signatures) {
                Blob layer = Blob.of(signature.mediaType(), signature.payload().toByteArray());
                blobs.push(there.url(), tag, layer);
                ObjectNode descriptor = layers.addObject();
                describe(descriptor, layer);
                ObjectNode annotations = descriptor.putObject("annotations");
                signature.annotations().forEach(annotations::put);
            }
            new ManifestPusher(there.http())
                    .push(there.url(), tag, Blob.of(MediaTypes.OCI_MANIFEST, JSON.writeValueAsBytes(image)));
        }
    }

    private static void describe(ObjectNode descriptor, Blob blob) {
        descriptor
                .put("mediaType", blob.mediaType())
                .put("digest", blob.digest().toString())
                .put("size", blob.size());
    }
}
