package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image much larger than the heap can be packed, pushed and pulled. */
class BoundedMemoryTest {

    private static final int MEGABYTES = 100;

    @TempDir
    Path scratch;

    @AfterEach
    void makeWritable() throws IOException {
        DirectoryTree.delete(scratch.resolve("store"));
    }

    @Test
    void shouldMoveLayerOf100MegabytesInAHeapOf64() throws Exception {
        Process process = PullProcess.start(PullProcess.java(Moving.class, scratch.toString()));

        assertThat(PullProcess.output(process)).isEqualTo("100 MB there and back, the layer is not smaller");
    }

    /** The process with the small heap, and a registry that stores its content in files. */
    static final class Moving {

        private final Path blobs;

        private Moving(Path blobs) {
            this.blobs = blobs;
        }

        public static void main(String[] arguments) throws Exception {
            Path scratch = Path.of(arguments[0]);
            Path content = Files.createDirectory(scratch.resolve("content"));
            write(content.resolve("large"));
            Path blobs = Files.createDirectory(scratch.resolve("blobs"));
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
            server.createContext("/", new Moving(blobs)::answer);
            server.start();
            try (BuiltImage image = new ImageBuilder()
                    .label(ImageContent.CATALOG_LABEL, "/configs")
                    .addDirectory("configs", content)
                    .build()) {
                ImageReference reference =
                        ImageReference.parse("127.0.0.1:" + server.getAddress().getPort() + "/org/op:v1");
                RegistryClient client = RegistryClient.create(RegistryOptions.defaults());
                var _ = client.push(reference, image);
                Path root = new ImageStore(scratch.resolve("store"), client)
                        .pull("my-op", reference, ImageContent.CATALOG)
                        .root();
                boolean same = Files.mismatch(root.resolve("large"), content.resolve("large")) < 0;
                boolean large = image.layer().size() >= (long) MEGABYTES << 20;
                System.out.println(MEGABYTES
                        + (same ? " MB there and back" : " MB, but other content")
                        + (large ? ", the layer is not smaller" : ", compressed"));
            } finally {
                server.stop(0);
            }
        }

        private static void write(Path file) throws IOException {
            Random random = new Random(1);
            byte[] block = new byte[1 << 20];
            try (OutputStream out = Files.newOutputStream(file)) {
                for (int i = 0; i < MEGABYTES; i++) {
                    random.nextBytes(block);
                    out.write(block);
                }
            }
        }

        private void answer(HttpExchange exchange) throws IOException {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                String query = String.valueOf(exchange.getRequestURI().getQuery());
                Path file = blobs.resolve(
                        query.startsWith("digest=") ? query.substring(7) : path.substring(path.lastIndexOf('/') + 1));
                switch (exchange.getRequestMethod()) {
                    case "POST" -> {
                        exchange.getResponseHeaders().add("Location", path + "1");
                        exchange.sendResponseHeaders(202, -1);
                    }
                    case "PUT" -> {
                        Files.copy(exchange.getRequestBody(), file);
                        exchange.sendResponseHeaders(201, -1);
                    }
                    case "GET" -> {
                        exchange.sendResponseHeaders(200, Files.size(file));
                        Files.copy(file, exchange.getResponseBody());
                    }
                    default -> exchange.sendResponseHeaders(404, -1);
                }
            }
        }
    }
}
