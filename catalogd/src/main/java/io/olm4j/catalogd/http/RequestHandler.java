package io.olm4j.catalogd.http;

import io.netty.channel.Channel;
import io.olm4j.catalogd.http.ReplyWriter.NotSentException;
import io.olm4j.process.http.Answerer;
import io.olm4j.process.http.Exchange;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests for catalogs, and measures them. */
final class RequestHandler implements Answerer {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    private final Replies replies;
    private final RequestMetrics metrics;
    private final AnswerLimit limit;

    RequestHandler(Replies replies, RequestMetrics metrics, AnswerLimit limit) {
        this.replies = replies;
        this.metrics = metrics;
        this.limit = limit;
    }

    @Override
    public void answer(Exchange exchange) {
        Channel channel = exchange.channel();
        String target = exchange.target();
        ReplyWriter writer = new ReplyWriter(channel, exchange.method().equals("HEAD"), exchange.keepAlive());
        long start = System.nanoTime();
        try {
            tryToAnswer(writer, exchange);
            channel.config().setAutoRead(true);
        } catch (NotSentException e) {
            LOG.debug("The answer to {} was not sent", target, e);
            var _ = channel.close();
        } catch (IOException | RuntimeException e) {
            LOG.error("Request for {} failed", target, e);
            admit(writer, channel);
        } finally {
            metrics.record(
                    replies.catalog(target),
                    writer.status(),
                    Duration.ofNanos(System.nanoTime() - start),
                    writer.sent());
        }
    }

    private void tryToAnswer(ReplyWriter writer, Exchange exchange) throws IOException {
        // Two attempts: the file may be replaced between finding and opening it.
        for (int attempt = 0; attempt < 2; attempt++) {
            switch (replies.to(exchange.method(), exchange.target(), exchange.headers())) {
                case Reply.Text text -> {
                    writer.send(text);
                    return;
                }
                case Reply.Content content -> {
                    Future<?> end = closeAfter(limit.of(content.sections().length()), exchange.channel());
                    try (FileChannel file = FileChannel.open(content.file().path())) {
                        writer.send(content, file);
                        return;
                    } catch (NoSuchFileException replaced) {
                        LOG.debug("{} was replaced while it was asked for", exchange.target());
                    } finally {
                        end.cancel(false);
                        replies.end(content);
                    }
                }
            }
        }
        LOG.debug("The content for {} is not on the disk any more", exchange.target());
        replies.lost(exchange.target());
        writer.send(Reply.Text.of(404));
    }

    private static Future<?> closeAfter(Duration limit, Channel channel) {
        Runnable close = () -> {
            var _ = channel.close();
        };
        return channel.eventLoop().schedule(close, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Reports a fault of the server to the client, by the status or by an answer that ends too early. */
    private static void admit(ReplyWriter writer, Channel channel) {
        try {
            if (writer.status() == 0) {
                writer.send(Reply.Text.of(500));
            }
        } catch (IOException e) {
            LOG.debug("A client went away", e);
        }
        var _ = channel.close();
    }

    @Override
    public void refuse(Channel channel, int status) {
        try {
            new ReplyWriter(channel, false, false).send(Reply.Text.of(status));
        } catch (IOException e) {
            LOG.debug("A client went away", e);
            var _ = channel.close();
        }
    }
}
