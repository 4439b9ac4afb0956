package io.olm4j.process.http;

import io.netty.channel.Channel;

/**
 * A request and the connection that it arrived on. The connection reads the next request when its channel reads again.
 *
 * @param target path and query as the client sent them
 * @param headers without those that do not apply to the version and the method
 * @param keepAlive whether the client wants to send another request
 */
public record Exchange(Channel channel, String method, String target, RequestHeaders headers, boolean keepAlive) {}
