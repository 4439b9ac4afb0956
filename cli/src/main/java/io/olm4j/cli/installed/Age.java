package io.olm4j.cli.installed;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Writes spans of time as the tables of kubectl do. */
public final class Age {

    private static final int DAYS_ALONE = 8;
    private static final int YEAR = 365;
    private static final int DAYS_WITH_YEARS = 2 * YEAR;
    private static final int HOURS_ALONE = 8;
    private static final int HOURS_UNTIL_DAYS = 48;
    private static final int MINUTES_ALONE = 10;
    private static final int MINUTES_UNTIL_HOURS = 180;
    private static final int SECONDS_UNTIL_MINUTES = 120;

    private Age() {}

    /** How long ago something happened; the future counts as now. */
    public static String of(Instant then, Clock clock) {
        Duration age = Duration.between(then, clock.instant());
        return of(age.isNegative() ? Duration.ZERO : age);
    }

    /** A span with its one or two largest units, such as {@code 5m30s}, {@code 47h} or {@code 3d4h}. */
    public static String of(Duration span) {
        if (span.toSeconds() < SECONDS_UNTIL_MINUTES) {
            return span.toSeconds() + "s";
        }
        if (span.toMinutes() < MINUTES_ALONE) {
            return span.toMinutes() + "m" + rest(span.toSecondsPart(), "s");
        }
        if (span.toMinutes() < MINUTES_UNTIL_HOURS) {
            return span.toMinutes() + "m";
        }
        if (span.toHours() < HOURS_ALONE) {
            return span.toHours() + "h" + rest(span.toMinutesPart(), "m");
        }
        if (span.toHours() < HOURS_UNTIL_DAYS) {
            return span.toHours() + "h";
        }
        if (span.toDays() < DAYS_ALONE) {
            return span.toDays() + "d" + rest(span.toHoursPart(), "h");
        }
        if (span.toDays() < DAYS_WITH_YEARS) {
            return span.toDays() + "d";
        }
        return span.toDays() / YEAR + "y" + rest((int) (span.toDays() % YEAR), "d");
    }

    private static String rest(int amount, String unit) {
        return amount == 0 ? "" : amount + unit;
    }
}
