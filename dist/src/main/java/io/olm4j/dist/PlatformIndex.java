package io.olm4j.dist;

import com.google.cloud.tools.jib.api.DescriptorDigest;
import com.google.cloud.tools.jib.blob.BlobDescriptor;
import com.google.cloud.tools.jib.image.json.ManifestTemplate;
import com.google.cloud.tools.jib.image.json.OciManifestTemplate;
import com.google.cloud.tools.jib.json.JsonTemplate;
import java.util.ArrayList;
import java.util.List;

/** An OCI index over the images of several platforms; Jib writes its fields as JSON. */
@SuppressWarnings({"unused", "FieldCanBeLocal", "UnusedVariable"})
final class PlatformIndex implements ManifestTemplate {

    private static final String MEDIA_TYPE = "application/vnd.oci.image.index.v1+json";

    private final int schemaVersion = 2;
    private final String mediaType = MEDIA_TYPE;
    private final List<Entry> manifests = new ArrayList<>();

    /** Adds the image of a platform. */
    void add(DistributionPlatform platform, BlobDescriptor manifest) {
        manifests.add(new Entry(manifest.getDigest(), manifest.getSize(), platform.architecture()));
    }

    @Override
    public int getSchemaVersion() {
        return schemaVersion;
    }

    @Override
    public String getManifestMediaType() {
        return mediaType;
    }

    private static final class Entry implements JsonTemplate {

        private final String mediaType = OciManifestTemplate.MANIFEST_MEDIA_TYPE;
        private final DescriptorDigest digest;
        private final long size;
        private final Machine platform;

        Entry(DescriptorDigest digest, long size, String architecture) {
            this.digest = digest;
            this.size = size;
            this.platform = new Machine(architecture);
        }
    }

    private static final class Machine implements JsonTemplate {

        private final String architecture;
        private final String os = "linux";

        Machine(String architecture) {
            this.architecture = architecture;
        }
    }
}
