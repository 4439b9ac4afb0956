package io.olm4j.bench.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * A process that serves {@code DIR/NAME.jsonl} as catalog NAME until its input ends; Last-Modified is the only
 * validator.
 */
public final class ClientFileServer {
    private ClientFileServer() {}

    /** Prints its port when it answers. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/catalogs/", exchange -> answer(exchange, directory));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // The end of the input is the end of the parent.
        }
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, Path directory) throws IOException {
        try (exchange) {
            String name =
                    List.of(exchange.getRequestURI().getPath().split("/", -1)).get(2);
            Path file = directory.resolve(name + ".jsonl");
            String modified = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    Files.getLastModifiedTime(file).toInstant().atOffset(ZoneOffset.UTC));
            exchange.getResponseHeaders().set("Last-Modified", modified);
            if (modified.equals(exchange.getRequestHeaders().getFirst("If-Modified-Since"))) {
                exchange.sendResponseHeaders(304, -1);
                return;
            }
            exchange.sendResponseHeaders(200, Files.size(file));
            Files.copy(file, exchange.getResponseBody());
        }
    }
}
