package io.olm4j.process.leader;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.olm4j.testsupport.TcpRelay;
import java.net.URI;

/** A connection to an API server that a test can cut or stall. */
final class CutOff implements AutoCloseable {

    private final Config config;
    private final TcpRelay network;

    CutOff(Config direct) {
        network = TcpRelay.to(URI.create(direct.getMasterUrl()).getPort());
        config = new ConfigBuilder(direct)
                .withMasterUrl("https://" + network.address() + "/")
                .build();
    }

    /** The configuration of a client that uses this connection. */
    Config config() {
        return config;
    }

    /** Cuts the connection for ever. */
    void cut() {
        network.become(TcpRelay.State.CUT);
    }

    /** Forwards nothing until {@link #resume}. */
    void stall() {
        network.become(TcpRelay.State.STALLED);
    }

    /** Forwards what has waited, and all that follows. */
    void resume() {
        network.become(TcpRelay.State.PASSING);
    }

    @Override
    public void close() {
        network.close();
    }
}
