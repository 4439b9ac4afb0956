package io.olm4j.process.http;

import io.netty.channel.Channel;

/** Answers the requests of a server, each on a virtual thread of its own. */
public interface Answerer {

    /** Writes the answer, and has the channel read again, or closes it. */
    void answer(Exchange exchange);

    /** Tells a client by a status that its request is not as HTTP wants it; the connection is of no further use. */
    void refuse(Channel channel, int status);
}
