package io.olm4j.oci;

/** The media types of images, as defined by OCI and by Docker. */
public final class MediaTypes {

    public static final String OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    public static final String OCI_INDEX = "application/vnd.oci.image.index.v1+json";
    public static final String OCI_CONFIG = "application/vnd.oci.image.config.v1+json";
    public static final String OCI_LAYER_GZIP = "application/vnd.oci.image.layer.v1.tar+gzip";
    static final String DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    public static final String DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json";

    /** Every supported kind of manifest, for the Accept header. */
    public static final String ACCEPTED_MANIFESTS =
            String.join(", ", OCI_MANIFEST, OCI_INDEX, DOCKER_MANIFEST, DOCKER_LIST);

    private MediaTypes() {}
}
