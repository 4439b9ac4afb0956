package io.olm4j.oci.registry;

import static io.olm4j.oci.registry.CosignSigner.payload;
import static io.olm4j.oci.registry.CosignSigner.sign;

import io.olm4j.oci.Blob;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.trust.ContainersConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import java.util.Map;
import okio.ByteString;

/**
 * Images in a registry with all kinds of valid and invalid signatures: {@code <registry>/org/<way>:v1}, which users
 * name {@code example.test/org/<way>:v1}.
 */
final class SignedImages {

    private static final String KNOWN_AS = "example.test/org/";

    private final String registry;
    private final RegistryClient client =
            RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.none()));
    private final KeyPair alice = CosignSigner.ecdsa("secp256r1");
    private final KeyPair bob = CosignSigner.ecdsa("secp256r1");

    /**
     * Pushes the images to the registry (host and port), and writes the public keys {@code alice.pub}, {@code bob.pub},
     * …
     */
    SignedImages(String registry, Path keys) throws Exception {
        this.registry = registry;
        Files.writeString(keys.resolve("alice.pub"), CosignSigner.pem(alice.getPublic()));
        Files.writeString(keys.resolve("bob.pub"), CosignSigner.pem(bob.getPublic()));
        Files.writeString(keys.resolve("broken.pub"), "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n");
        Files.writeString(keys.resolve("none.pub"), "no key");
        pushGood(keys);
        pushBad();
        pushIndexes();
    }

    Digest digest(String way) throws IOException {
        return image(way).digest();
    }

    private void pushGood(Path keys) throws Exception {
        push("signed", sign(alice, payload(digest("signed"), KNOWN_AS + "signed:v1")));
        push("cosign", sign(alice, payload(digest("cosign"), KNOWN_AS + "cosign")));
        push("bydigest", sign(alice, payload(digest("bydigest"), KNOWN_AS + "bydigest@" + digest("bydigest"))));
        push("short", sign(alice, payload(digest("short"), "nginx:1")));
        push("elsewhere", sign(alice, payload(digest("elsewhere"), "origin.test/a/elsewhere:v1")));
        push(
                "second",
                sign(bob, payload(digest("second"), KNOWN_AS + "second:v1")),
                sign(alice, payload(digest("second"), KNOWN_AS + "second:v1")));
        push(
                "noted",
                sign(
                        alice,
                        payload(digest("noted"), KNOWN_AS + "noted:v1")
                                .replace(
                                        "\"optional\":null",
                                        "\"optional\":{\"creator\":\"me\",\"timestamp\":1,\"x\":[1]}")));
        for (Map.Entry<String, KeyPair> other : Map.of(
                        "rsa", CosignSigner.rsa(),
                        "ed25519", CosignSigner.ed25519(),
                        "p384", CosignSigner.ecdsa("secp384r1"))
                .entrySet()) {
            String way = other.getKey();
            Files.writeString(
                    keys.resolve(way + ".pub"),
                    CosignSigner.pem(other.getValue().getPublic()));
            push(way, sign(other.getValue(), payload(digest(way), KNOWN_AS + way + ":v1")));
        }
    }

    private void pushBad() throws Exception {
        push("unsigned");
        push("bob", sign(bob, payload(digest("bob"), KNOWN_AS + "bob:v1")));
        push("otherdigest", sign(alice, payload(digest("signed"), KNOWN_AS + "otherdigest:v1")));
        pushPayload("extra", text -> text.replace("\"critical\":{", "\"critical\":{\"x\":1,"));
        pushPayload("twice", text -> text.replace("\"optional\":null", "\"optional\":null,\"optional\":null"));
        pushPayload("trailing", text -> text + "{}");
        pushPayload("nooptional", text -> text.replace(",\"optional\":null", ""));
        pushPayload("badcreator", text -> text.replace("\"optional\":null", "\"optional\":{\"creator\":1}"));
        pushPayload("badtime", text -> text.replace("\"optional\":null", "\"optional\":{\"timestamp\":1.5}"));
        pushPayload("badtype", text -> text.replace("cosign container", "atomic container"));
        pushPayload("notjson", text -> "no");
        pushPayload("noidentity", text -> text.replace(KNOWN_AS + "noidentity:v1", ""));
        pushPayload("nodigest", text -> text.replaceAll("sha256:[0-9a-f]+", "sha256:1"));
        byte[] good = payload(digest("altered"), KNOWN_AS + "altered:v1").getBytes(StandardCharsets.UTF_8);
        byte[] other = payload(digest("altered"), KNOWN_AS + "altered:v2").getBytes(StandardCharsets.UTF_8);
        push("altered", CosignSigner.attach(good, CosignSigner.signature(alice, other)));
        push("nobase64", CosignSigner.attach(good, "§"));
        push("nosignature", new CosignSigner.Attachment(CosignSigner.SIMPLE_SIGNING, ByteString.of(good), Map.of()));
        push(
                "attestation",
                new CosignSigner.Attachment("application/vnd.dsse.envelope.v1+json", ByteString.of(good), Map.of()));
        String random = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        push("random", CosignSigner.attach(good, random));
    }

    /** Two indexes: for one, only the index is signed; for the other, the image for this machine is signed. */
    private void pushIndexes() throws Exception {
        for (String way : new String[] {"index", "recursive"}) {
            BuiltImage image = image(way);
            client.push(reference(way).withDigest(image.digest()), image);
            String index = "{\"schemaVersion\":2,\"mediaType\":\"" + MediaTypes.OCI_INDEX
                    + "\",\"manifests\":[{\"mediaType\":\"" + MediaTypes.OCI_MANIFEST + "\",\"size\":"
                    + image.manifest().size() + ",\"digest\":\"" + image.digest()
                    + "\",\"platform\":{\"os\":\"linux\",\"architecture\":\"amd64\"}}]}";
            Blob manifest = Blob.of(MediaTypes.OCI_INDEX, index.getBytes(StandardCharsets.UTF_8));
            Repository repository = client.repository(reference(way));
            new ManifestPusher(repository.http()).push(repository.url(), reference(way), manifest);
            Digest signed = way.equals("index") ? manifest.digest() : image.digest();
            CosignSigner.attach(client, reference(way), signed, sign(alice, payload(signed, KNOWN_AS + way + ":v1")));
        }
    }

    /** Changes a payload before it is signed. */
    private interface Spoiler {
        String spoil(String payload);
    }

    private void pushPayload(String way, Spoiler spoiler) throws Exception {
        push(way, sign(alice, spoiler.spoil(payload(digest(way), KNOWN_AS + way + ":v1"))));
    }

    private void push(String way, CosignSigner.Attachment... signatures) throws Exception {
        CosignSigner.push(client, reference(way), image(way), signatures);
    }

    private ImageReference reference(String way) throws ImageException {
        return ImageReference.parse(registry + "/org/" + way + ":v1");
    }

    private static BuiltImage image(String way) throws IOException {
        return new ImageBuilder()
                .addFile("way", way.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
