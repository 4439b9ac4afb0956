package io.olm4j.process.apiserver;

import java.io.IOException;
import okio.Buffer;
import okio.ForwardingSource;

/** Bytes that arrive in parts of at most so many. */
final class InParts extends ForwardingSource {

    private final int size;

    InParts(byte[] bytes, int size) {
        super(new Buffer().write(bytes));
        this.size = size;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        return super.read(sink, Math.min(size, byteCount));
    }
}
