package io.olm4j.oci.pack;

import io.olm4j.oci.Blob;
import io.olm4j.oci.Digest;
import java.io.IOException;

/** An image that is ready to be pushed. Its layer is in a temporary file until the image is closed. */
public final class BuiltImage implements AutoCloseable {

    private final Blob manifest;
    private final Blob config;
    private final LayerFile layer;

    BuiltImage(Blob manifest, Blob config, LayerFile layer) {
        this.manifest = manifest;
        this.config = config;
        this.layer = layer;
    }

    /** The digest of its manifest, which identifies the image in every registry. */
    public Digest digest() {
        return manifest.digest();
    }

    public Blob manifest() {
        return manifest;
    }

    public Blob config() {
        return config;
    }

    public Blob layer() {
        return layer.blob();
    }

    @Override
    public void close() throws IOException {
        layer.close();
    }
}
