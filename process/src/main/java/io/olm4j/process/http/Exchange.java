package io.olm4j.process.http;

import io.netty.channel.Channel;

/**
 * A request and the connection that it came by. The connection reads the next one when its channel reads again.
 *
 * @param target path and query as sent
 * @param headers without those that do not count for the version and the method
 * @param keepAlive whether the client wants to send another request
 */
public record Exchange(Channel channel, String method, String target, RequestHeaders headers, boolean keepAlive) {}
