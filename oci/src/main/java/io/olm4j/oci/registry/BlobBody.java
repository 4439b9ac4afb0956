package io.olm4j.oci.registry;

import io.olm4j.oci.Blob;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A blob as the body of a request. Every attempt streams it again. */
final class BlobBody extends RequestBody {

    private final Blob blob;
    private final MediaType type;

    BlobBody(Blob blob, String type) {
        this.blob = blob;
        this.type = MediaType.get(type);
    }

    @Override
    public MediaType contentType() {
        return type;
    }

    @Override
    public long contentLength() {
        return blob.size();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        blob.content().writeTo(sink.outputStream());
    }
}
