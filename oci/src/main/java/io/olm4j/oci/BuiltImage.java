package io.olm4j.oci;

import java.util.List;

/** An image in memory, ready to be pushed. */
public final class BuiltImage {

    private final Blob manifest;
    private final Blob config;
    private final List<Blob> layers;

    BuiltImage(Blob manifest, Blob config, List<Blob> layers) {
        this.manifest = manifest;
        this.config = config;
        this.layers = List.copyOf(layers);
    }

    /** The digest of its manifest: what it will be known by in any registry. */
    public Digest digest() {
        return manifest.digest();
    }

    Blob manifest() {
        return manifest;
    }

    Blob config() {
        return config;
    }

    List<Blob> layers() {
        return layers;
    }
}
