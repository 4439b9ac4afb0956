package io.olm4j.process.management;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.olm4j.process.http.Answerer;
import io.olm4j.process.http.Exchange;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes each request to the endpoint of its path. Methods other than GET and HEAD get status 405. */
final class Endpoints implements Answerer {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);

    private final Map<String, Endpoint> endpoints;

    /** @param endpoints by path, without a slash at the end */
    Endpoints(Map<String, Endpoint> endpoints) {
        this.endpoints = Map.copyOf(endpoints);
    }

    @Override
    public void answer(Exchange exchange) {
        send(exchange.channel(), answerTo(exchange), exchange.method().equals("HEAD"), exchange.keepAlive());
    }

    @Override
    public void refuse(Channel channel, int status) {
        send(channel, plain(status), false, false);
    }

    private Answer answerTo(Exchange exchange) {
        try {
            var decoder = new QueryStringDecoder(exchange.target());
            Optional<Endpoint> endpoint = endpoint(decoder.path());
            if (endpoint.isEmpty()) {
                return plain(404);
            }
            if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
                return plain(405).with("Allow", "GET, HEAD");
            }
            return endpoint.get().answer(new Question(decoder.path(), decoder.parameters(), exchange.headers()));
        } catch (IllegalArgumentException e) {
            return plain(400);
        } catch (RuntimeException e) {
            LOG.error("Request for {} failed", exchange.target(), e);
            return plain(500);
        }
    }

    private Optional<Endpoint> endpoint(String path) {
        return endpoints.entrySet().stream()
                .filter(entry -> path.equals(entry.getKey()) || path.startsWith(entry.getKey() + "/"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Answer plain(int status) {
        return Answer.text(status, HttpResponseStatus.valueOf(status).toString());
    }

    /** The next request is read when this answer has been passed to the kernel. */
    private static void send(Channel channel, Answer answer, boolean headOnly, boolean keepAlive) {
        ByteBuf body = headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(answer.body());
        var response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()), body);
        answer.headers().forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.body().remaining());
        HttpUtil.setKeepAlive(response, keepAlive);
        ChannelFutureListener after = keepAlive
                ? sent -> {
                    if (sent.isSuccess()) {
                        channel.config().setAutoRead(true);
                    } else {
                        var _ = channel.close();
                    }
                }
                : ChannelFutureListener.CLOSE;
        var _ = channel.writeAndFlush(response).addListener(after);
    }
}
