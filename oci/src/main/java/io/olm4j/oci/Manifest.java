package io.olm4j.oci;

import java.util.List;
import okio.ByteString;

/** A manifest document: one image, or an index of images for several platforms. */
public sealed interface Manifest {

    /** One image: its configuration and its layers, lowest first. */
    record Image(Descriptor config, List<Descriptor> layers) implements Manifest {
        public Image {
            layers = List.copyOf(layers);
        }
    }

    /** Images of the same content for several platforms. */
    record Index(List<Descriptor> manifests) implements Manifest {
        public Index {
            manifests = List.copyOf(manifests);
        }
    }

    /** A manifest with its exact bytes and their digest. */
    record Document(Digest digest, ByteString content, Manifest manifest) {}
}
