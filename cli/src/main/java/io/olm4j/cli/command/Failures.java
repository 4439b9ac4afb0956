package io.olm4j.cli.command;

import io.olm4j.codec.text.FileProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Describes a failure in a sentence, if the exception does not. */
public final class Failures {

    /** A chain of causes may be a ring. */
    private static final int MAX_CAUSES = 20;

    private static final String UNKNOWN = "reading or writing failed";

    private Failures() {}

    /** A failure and its causes, the innermost last. */
    public static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MAX_CAUSES);
    }

    /** The sentence, without the name of the exception. */
    public static String describe(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException unchecked -> describe(unchecked);
            case NotDirectoryException e -> "\"" + e.getFile() + "\" is not a directory";
            case FileSystemException e -> e.getFile() + ": " + FileProblem.reason(e);
            case IOException e -> Objects.requireNonNullElse(e.getMessage(), UNKNOWN);
            default -> String.valueOf(failure.getMessage());
        };
    }

    /** The cause tells more, unless the exception has a message of its own. */
    private static String describe(UncheckedIOException e) {
        Throwable cause = e.getCause();
        return cause instanceof FileSystemException
                        || (cause != null && cause.toString().equals(e.getMessage()))
                ? describe(cause)
                : Objects.requireNonNullElse(e.getMessage(), UNKNOWN);
    }

    /** A message as it stands behind a colon: it begins with a small letter, except for a word in capitals. */
    public static String clause(String message) {
        return message.matches("(?s)\\p{Lu}\\p{Ll}.*")
                ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
                : message;
    }

    /** What the user may have meant, as it stands behind a message; empty if there is nothing near. */
    public static String didYouMean(List<String> meant) {
        return meant.isEmpty() ? "" : ": did you mean " + String.join(", or ", meant) + "?";
    }

    /** Says which values there are instead of the given one. */
    public static String notOneOf(String value, List<String> choices) {
        return "\"" + value + "\" is not "
                + String.join(", ", choices).replaceFirst(", (?=" + Pattern.quote(choices.getLast()) + "$)", " or ");
    }
}
