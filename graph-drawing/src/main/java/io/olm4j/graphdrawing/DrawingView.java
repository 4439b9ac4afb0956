package io.olm4j.graphdrawing;

/**
 * What a drawing shows of a channel.
 *
 * @param all whether every bundle is drawn by itself; otherwise a chain of bundles without branches is one box, and
 *     neighbouring bundles in one skipRange share one line
 * @param marks where one is and where one can go
 */
public record DrawingView(boolean all, Marks marks) {}
