package io.olm4j.cli.batch;

/**
 * A line of a batch.
 *
 * @param number counted from 1
 * @param text without the line end {@code \n}; nothing else is taken off. Empty if the line is too long
 * @param tooLong whether it exceeds {@link Lines#MAX_BYTES}
 */
public record Line(int number, String text, boolean tooLong) {}
