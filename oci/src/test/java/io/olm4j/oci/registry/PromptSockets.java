package io.olm4j.oci.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;

/**
 * Server sockets that send without delay. Otherwise every answer of a mock server waits 40 ms for an acknowledgement.
 */
final class PromptSockets extends ServerSocketFactory {

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new Prompt();
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
        throw new UnsupportedOperationException();
    }

    private static final class Prompt extends ServerSocket {

        Prompt() throws IOException {
            super();
        }

        @Override
        public Socket accept() throws IOException {
            Socket socket = super.accept();
            socket.setTcpNoDelay(true);
            return socket;
        }
    }
}
