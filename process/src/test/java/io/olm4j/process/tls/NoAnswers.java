package io.olm4j.process.tls;

import io.netty.channel.Channel;
import io.olm4j.process.http.Answerer;
import io.olm4j.process.http.Exchange;

/** Closes a connection instead of answering its request. */
final class NoAnswers implements Answerer {

    @Override
    public void answer(Exchange exchange) {
        var _ = exchange.channel().close();
    }

    @Override
    public void refuse(Channel channel, int status) {
        var _ = channel.close();
    }
}
