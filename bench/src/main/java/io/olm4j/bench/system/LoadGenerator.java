package io.olm4j.bench.system;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/**
 * Sends the same request over and over on several connections, as fast as it is answered; it does not look into bodies.
 */
final class LoadGenerator {
    private static final int BUFFER = 64 << 10;

    /** What was answered: requests, bytes of bodies, and the longest time one took. */
    record Load(long requests, long bytes, Duration longest, Duration time) {

        double requestsPerSecond() {
            return requests / (time.toNanos() / 1e9);
        }

        double megabytesPerSecond() {
            return bytes / 1e6 / (time.toNanos() / 1e9);
        }

        Load and(Load other) {
            return new Load(
                    requests + other.requests,
                    bytes + other.bytes,
                    longest.compareTo(other.longest) > 0 ? longest : other.longest,
                    time.compareTo(other.time) > 0 ? time : other.time);
        }
    }

    private final SSLContext trust;

    LoadGenerator(SSLContext trust) {
        this.trust = trust;
    }

    /**
     * Sends requests for a while.
     *
     * @param headers more lines of the request, each with its line end
     * @param status what every answer must have
     */
    Load run(int connections, Duration duration, String url, String headers, int status)
            throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
            var running = IntStream.range(0, connections)
                    .mapToObj(_ -> threads.submit(() -> connection(duration, URI.create(url), headers, status)))
                    .toList();
            Load sum = new Load(0, 0, Duration.ZERO, Duration.ZERO);
            for (Future<Load> load : running) {
                sum = sum.and(load.get());
            }
            return sum;
        }
    }

    private Load connection(Duration duration, URI url, String headers, int status) throws IOException {
        String target = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        byte[] request = ("GET " + target + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = trust.getSocketFactory().createSocket(url.getHost(), url.getPort());
                InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            long start = System.nanoTime();
            long requests = 0;
            long bytes = 0;
            long longest = 0;
            for (long now = start; now - start < duration.toNanos(); ) {
                out.write(request);
                bytes += answer(in, buffer, status);
                requests++;
                long then = System.nanoTime();
                longest = Math.max(longest, then - now);
                now = then;
            }
            return new Load(requests, bytes, Duration.ofNanos(longest), Duration.ofNanos(System.nanoTime() - start));
        }
    }

    /** Reads one answer; gives the bytes of its body. */
    private static long answer(InputStream in, byte[] buffer, int status) throws IOException {
        String first = line(in);
        if (!first.startsWith("HTTP/1.1 " + status)) {
            throw new IOException("answered " + first);
        }
        long length = 0;
        boolean chunked = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("content-length:")) {
                length = Long.parseLong(field.substring(15).strip());
            }
            chunked |= field.startsWith("transfer-encoding: chunked");
        }
        if (!chunked) {
            skip(in, buffer, length);
            return length;
        }
        long bytes = 0;
        for (long size = -1; size != 0; bytes += size) {
            size = Long.parseLong(line(in), 16);
            skip(in, buffer, size);
            line(in);
        }
        return bytes;
    }

    private static void skip(InputStream in, byte[] buffer, long length) throws IOException {
        for (long left = length; left > 0; ) {
            int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (n < 0) {
                throw new EOFException("the answer broke off");
            }
            left -= n;
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the answer broke off");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
