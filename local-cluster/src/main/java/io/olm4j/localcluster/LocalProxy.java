package io.olm4j.localcluster;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * An HTTP proxy that records the requests it gets. It resolves every host name to the loopback interface.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-connect">CONNECT</a>
 */
public final class LocalProxy implements AutoCloseable {

    private static final int LONGEST_HEAD = 64 << 10;

    private final ServerSocket server;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Optional<String> wanted = Optional.empty();
    private volatile boolean closed;

    private LocalProxy(ServerSocket server) {
        this.server = server;
    }

    /**
     * Starts a proxy on a free port of the loopback interface.
     *
     * @param tls if present, the proxy uses TLS with its clients
     * @throws IOException if no port is free
     */
    public static LocalProxy start(Optional<SSLContext> tls) throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        LocalProxy proxy = new LocalProxy(
                tls.isPresent()
                        ? tls.get().getServerSocketFactory().createServerSocket(0, 0, loopback)
                        : new ServerSocket(0, 0, loopback));
        proxy.threads.execute(proxy::accept);
        return proxy;
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Admits only this user from now on. */
    public void admit(String username, String password) {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        wanted = Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** The admitted requests: {@code CONNECT HOST:PORT} or {@code METHOD URL}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Closeable kept = keep(client);
                threads.execute(() -> answer(client, kept));
            }
        } catch (IOException | RejectedExecutionException _) {
            // The proxy was closed.
        }
    }

    /**
     * Makes a connection end with the proxy at the latest.
     *
     * @return to be closed when the connection has ended
     * @throws IOException if the proxy is closed; the connection is closed too
     */
    private Closeable keep(Socket connection) throws IOException {
        open.add(connection);
        if (closed) {
            connection.close();
            throw new SocketException("the proxy is closed");
        }
        return () -> open.remove(connection);
    }

    private void answer(Socket client, Closeable kept) {
        try (client;
                kept) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            if (!isText(in)) {
                send(client, "400 Bad Request");
                return;
            }
            List<String> head = head(in);
            String[] line = head.getFirst().split(" ", 3);
            if (!isLetIn(head)) {
                send(client, "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"proxy\"");
                return;
            }
            requests.add(line[0] + " " + line[1]);
            boolean tunnel = line[0].equals("CONNECT");
            URI target = URI.create(tunnel ? "https://" + line[1] : line[1]);
            try (Socket upstream = new Socket(InetAddress.ofLiteral("127.0.0.1"), port(target));
                    Closeable _ = keep(upstream)) {
                if (tunnel) {
                    send(client, "200 Connection Established");
                } else {
                    write(
                            upstream,
                            Stream.concat(
                                    Stream.of(line[0] + " " + pathAndQuery(target) + " HTTP/1.1"),
                                    head.stream().skip(1).filter(header -> !isForProxy(header))));
                }
                threads.execute(() -> pump(in, upstream));
                passBack(upstream, client, tunnel);
            }
        } catch (IOException | RejectedExecutionException _) {
            // The client, the server or the proxy ended the connection.
        }
    }

    private static void passBack(Socket upstream, Socket client, boolean tunnel) throws IOException {
        InputStream in = new BufferedInputStream(upstream.getInputStream());
        if (!tunnel) {
            // One request per connection, because the next one may be for another server.
            List<String> head = head(in);
            write(
                    client,
                    Stream.of(
                                    Stream.of(head.getFirst()),
                                    Stream.of("Connection: close"),
                                    head.stream().skip(1))
                            .flatMap(lines -> lines));
        }
        in.transferTo(client.getOutputStream());
    }

    private static void pump(InputStream in, Socket to) {
        try {
            in.transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            // The other direction ends too.
        }
    }

    private boolean isLetIn(List<String> head) {
        return wanted.isEmpty() || head.contains("Proxy-Authorization: " + wanted.get());
    }

    private static boolean isForProxy(String header) {
        return header.startsWith("Proxy-");
    }

    private static int port(URI target) {
        return target.getPort() >= 0 ? target.getPort() : "https".equals(target.getScheme()) ? 443 : 80;
    }

    private static String pathAndQuery(URI target) {
        return target.getRawQuery() == null ? target.getRawPath() : target.getRawPath() + "?" + target.getRawQuery();
    }

    private static boolean isText(InputStream in) throws IOException {
        in.mark(1);
        boolean text = Character.isLetter(in.read());
        in.reset();
        return text;
    }

    private static List<String> head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.size() == LONGEST_HEAD) {
                throw new EOFException("no request");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static void send(Socket client, String answer) throws IOException {
        write(client, Stream.of("HTTP/1.1 " + answer));
    }

    private static void write(Socket to, Stream<String> head) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write((String.join("\r\n", head.toList()) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() {
        closed = true;
        end(server);
        // An interrupt also ends a write for which the end of a TLS connection would wait.
        var _ = threads.shutdownNow();
        open.forEach(LocalProxy::end);
        threads.close();
    }

    private static void end(Closeable connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // It counts as closed.
        }
    }
}
