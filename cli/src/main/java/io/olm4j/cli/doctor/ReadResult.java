package io.olm4j.cli.doctor;

import java.util.List;
import java.util.function.Function;

/** A part of the cluster as it was read, or why it was not. */
sealed interface ReadResult<T> {

    /** It was read. */
    record Read<T>(T value) implements ReadResult<T> {}

    /**
     * It was not read.
     *
     * @param reason which right the user lacks, or what the cluster does not serve
     */
    record Unread<T>(String reason) implements ReadResult<T> {}

    /** Judges what was read. */
    default List<CheckResult> check(Function<T, List<CheckResult>> check) {
        return switch (this) {
            case Read<T>(T value) -> check.apply(value);
            case Unread<T>(String reason) -> List.of(new CheckResult.NotChecked(reason));
        };
    }
}
