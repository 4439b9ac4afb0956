package io.olm4j.process.http;

import io.netty.channel.Channel;

/** Answers the requests of a server, each on its own virtual thread. */
public interface Answerer {

    /** Writes the answer, then either makes the channel read again or closes it. */
    void answer(Exchange exchange);

    /** Answers a request that is not valid HTTP with a status; the connection cannot be used further. */
    void refuse(Channel channel, int status);
}
