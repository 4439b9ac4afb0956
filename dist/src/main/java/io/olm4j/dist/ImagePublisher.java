package io.olm4j.dist;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Builds the image of each platform and an index over them, in a registry, without a daemon.
 *
 * <p>Jib gives all platforms of one build the same layers; here each has a runtime of its own. So there is a build for
 * each platform, under the tag {@code TAG-ARCHITECTURE}, and the index is pushed after them.
 */
public final class ImagePublisher {

    /** Where the distribution is in the image. */
    static final String HOME = "/opt/olm4j";

    private static final String PATH = HOME + "/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /** That of "nonroot" in common bases. Any other will do: every file is readable for all, and nothing is written. */
    private static final String USER = "65532:65532";

    private final ImageSpec spec;
    private final Path cache;

    /** @param cache keeps layers of the base between builds */
    public ImagePublisher(ImageSpec spec, Path cache) {
        this.spec = spec;
        this.cache = cache;
    }

    /**
     * Builds and pushes.
     *
     * @param distributions one for each platform
     * @return the digest of the index, {@code sha256:…}; the same distributions and base give the same
     * @throws DistException if a registry refuses or cannot be reached
     */
    public String publish(List<Distribution> distributions) throws IOException {
        try {
            ImageReference target = ImageReference.parse(spec.reference());
            ImageReference base = ImageReference.parse(spec.base());
            Map<DistributionPlatform, String> images = new EnumMap<>(DistributionPlatform.class);
            for (Distribution distribution : distributions) {
                images.put(distribution.platform(), build(distribution, base, target));
            }
            return new IndexPusher(target).push(images);
        } catch (InvalidImageReferenceException e) {
            throw new DistException("no image reference: " + e.getMessage(), e);
        } catch (RegistryException | CacheDirectoryCreationException e) {
            throw new DistException("the image cannot be pushed: " + e.getMessage(), e);
        }
    }

    private String build(Distribution distribution, ImageReference base, ImageReference target)
            throws IOException, RegistryException, CacheDirectoryCreationException {
        String architecture = distribution.platform().architecture();
        ImageReference tagged = ImageReference.of(
                target.getRegistry(), target.getRepository(), target.getTag().orElse("latest") + "-" + architecture);
        JibContainerBuilder builder = Jib.from(ImageRegistries.image(base))
                .setPlatforms(Set.of(new com.google.cloud.tools.jib.api.buildplan.Platform(architecture, "linux")))
                .setFormat(ImageFormat.OCI)
                .setFileEntriesLayers(new ImageLayers(spec.created()).of(distribution))
                .setEntrypoint(HOME + "/bin/olm")
                .setProgramArguments(List.of())
                .setUser(USER)
                .addEnvironmentVariable("PATH", PATH)
                .setLabels(spec.labels())
                .setCreationTime(spec.created());
        try {
            JibContainer container = builder.containerize(Containerizer.to(ImageRegistries.image(tagged))
                    .setBaseImageLayersCache(cache)
                    .setApplicationLayersCache(cache)
                    .setAllowInsecureRegistries(ImageRegistries.onLoopback(base) && ImageRegistries.onLoopback(target))
                    .setToolName("olm4j"));
            return container.getDigest().toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DistException("the build of the image was interrupted", e);
        } catch (ExecutionException e) {
            throw new DistException("the image for linux/" + architecture + " cannot be made: " + e.getMessage(), e);
        }
    }
}
