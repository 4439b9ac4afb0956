package io.olm4j.dist;

import com.google.cloud.tools.jib.api.Credential;
import com.google.cloud.tools.jib.api.CredentialRetriever;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.blob.BlobDescriptor;
import com.google.cloud.tools.jib.event.EventHandlers;
import com.google.cloud.tools.jib.hash.Digests;
import com.google.cloud.tools.jib.http.FailoverHttpClient;
import com.google.cloud.tools.jib.image.json.OciManifestTemplate;
import com.google.cloud.tools.jib.registry.ManifestAndDigest;
import com.google.cloud.tools.jib.registry.RegistryClient;
import com.google.cloud.tools.jib.registry.credentials.CredentialRetrievalException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Pushes the index over images that are already in the registry. */
final class IndexPusher {

    private final ImageReference target;

    IndexPusher(ImageReference target) {
        this.target = target;
    }

    /**
     * Pushes the index under the tag of the target.
     *
     * @param images the digest of each platform's image, in the order of the index
     * @return the digest of the index
     */
    String push(Map<DistributionPlatform, String> images) throws IOException, RegistryException {
        FailoverHttpClient http = new FailoverHttpClient(ImageRegistries.onLoopback(target), false, event -> {});
        try {
            RegistryClient registry = registry(http);
            PlatformIndex index = new PlatformIndex();
            for (Map.Entry<DistributionPlatform, String> image : images.entrySet()) {
                index.add(image.getKey(), descriptor(registry, image.getValue()));
            }
            return registry.pushManifest(index, target.getTag().orElse("latest"))
                    .toString();
        } finally {
            http.shutDown();
        }
    }

    private static BlobDescriptor descriptor(RegistryClient registry, String digest)
            throws IOException, RegistryException {
        ManifestAndDigest<OciManifestTemplate> pulled = registry.pullManifest(digest, OciManifestTemplate.class);
        BlobDescriptor descriptor = Digests.computeDigest(pulled.getManifest());
        if (!descriptor.getDigest().toString().equals(digest)) {
            throw new DistException("the registry gives another manifest for " + digest + " than was pushed");
        }
        return descriptor;
    }

    private RegistryClient registry(FailoverHttpClient http) throws IOException, RegistryException {
        RegistryClient.Factory factory =
                RegistryClient.factory(EventHandlers.NONE, target.getRegistry(), target.getRepository(), http);
        boolean known = false;
        for (CredentialRetriever retriever : ImageRegistries.credentials(target)) {
            Optional<Credential> credential = credential(retriever);
            if (credential.isPresent()) {
                factory.setCredential(credential.get());
                known = true;
                break;
            }
        }
        RegistryClient registry = factory.newRegistryClient();
        if (!registry.doPushBearerAuth() && known) {
            registry.configureBasicAuth();
        }
        return registry;
    }

    private static Optional<Credential> credential(CredentialRetriever retriever) {
        try {
            return retriever.retrieve();
        } catch (CredentialRetrievalException e) {
            throw new DistException("the credentials for the registry cannot be read: " + e.getMessage(), e);
        }
    }
}
