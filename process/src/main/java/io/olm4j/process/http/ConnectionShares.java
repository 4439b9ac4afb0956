package io.olm4j.process.http;

import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits the open connections of a server. A client is an address. At the limit, a new connection replaces the oldest
 * one of the client with the most connections, if the new client has fewer. So one client cannot keep the others out.
 */
final class ConnectionShares {

    private final int limit;
    private final Map<InetAddress, Deque<SocketChannel>> byClient = new HashMap<>();
    private int open;

    ConnectionShares(int limit) {
        this.limit = limit;
    }

    /** Gives a new connection a place; returns whether it has one. */
    boolean add(SocketChannel connection) {
        if (connection.remoteAddress() == null) {
            return false; // The client has gone already.
        }
        InetAddress client = connection.remoteAddress().getAddress();
        Optional<SocketChannel> ended = Optional.empty();
        synchronized (this) {
            if (open >= limit) {
                ended = takeFromLargest(client);
                if (ended.isEmpty()) {
                    return false;
                }
            }
            byClient.computeIfAbsent(client, _ -> new ArrayDeque<>()).add(connection);
            open++;
        }
        ended.ifPresent(oldest -> {
            var _ = oldest.close();
        });
        var _ = connection.closeFuture().addListener(_ -> remove(client, connection));
        return true;
    }

    /** Removes the oldest connection of the client that has most; empty if this client would then have more. */
    private Optional<SocketChannel> takeFromLargest(InetAddress client) {
        Map.Entry<InetAddress, Deque<SocketChannel>> largest = byClient.entrySet().stream()
                .max((one, other) ->
                        Integer.compare(one.getValue().size(), other.getValue().size()))
                .orElseThrow();
        int own = byClient.getOrDefault(client, new ArrayDeque<>()).size();
        if (largest.getValue().size() < own + 2) {
            return Optional.empty();
        }
        SocketChannel oldest = largest.getValue().getFirst();
        remove(largest.getKey(), oldest);
        return Optional.of(oldest);
    }

    private synchronized void remove(InetAddress client, SocketChannel connection) {
        Deque<SocketChannel> connections = byClient.get(client);
        if (connections != null && connections.remove(connection)) {
            open--;
            if (connections.isEmpty()) {
                byClient.remove(client);
            }
        }
    }
}
