package io.olm4j.process.leader;

import java.time.Duration;

/**
 * When a request was sent, on two clocks. That of the machine may be set; the other one may stand still while the
 * machine is suspended. So an age is the longer one of both.
 */
record SentTime(long nanos, long millis) {

    static SentTime now() {
        return new SentTime(System.nanoTime(), System.currentTimeMillis());
    }

    /** Whether less than a duration has passed until another time. */
    boolean isWithin(Duration limit, SentTime now) {
        return now.nanos - nanos < limit.toNanos() && now.millis - millis < limit.toMillis();
    }
}
