package io.olm4j.oci;

/** Content to upload, held in memory, with its media type and digest. */
final class Blob {

    private final String mediaType;
    private final byte[] content;
    private final Digest digest;

    Blob(String mediaType, byte[] content) {
        this.mediaType = mediaType;
        this.content = content.clone();
        this.digest = Digest.sha256(content);
    }

    String mediaType() {
        return mediaType;
    }

    Digest digest() {
        return digest;
    }

    int size() {
        return content.length;
    }

    byte[] content() {
        return content.clone();
    }
}
