package io.olm4j.process.apiserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Source;

/**
 * The same JSON in ASCII: each other character, which JSON allows only within strings, becomes its escape sequence. A
 * character may arrive in several parts.
 */
final class AsciiJsonSource extends ForwardingSource {

    private static final int ASCII = 0x80;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final Buffer received = new Buffer();
    private final Buffer escaped = new Buffer();

    /** The first bytes of a character whose last ones have not arrived. */
    private ByteBuffer begun = ByteBuffer.allocate(0);

    AsciiJsonSource(Source json) {
        super(json);
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        while (escaped.size() == 0) {
            long count = super.read(received, byteCount);
            if (count == -1 && !begun.hasRemaining()) {
                return -1;
            }
            escape(received.readByteArray(), count == -1);
        }
        return escaped.read(sink, byteCount);
    }

    private void escape(byte[] bytes, boolean last) {
        if (!begun.hasRemaining() && isAscii(bytes)) {
            escaped.write(bytes);
            return;
        }
        ByteBuffer in = ByteBuffer.allocate(begun.remaining() + bytes.length);
        in.put(begun).put(bytes).flip();
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.decode(in, out, last);
        begun = in;
        for (char character : out.flip().toString().toCharArray()) {
            if (character < ASCII) {
                escaped.writeByte(character);
            } else {
                escaped.writeUtf8("\\u" + "%04x".formatted((int) character));
            }
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte one : bytes) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }
}
