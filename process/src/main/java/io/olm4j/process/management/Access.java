package io.olm4j.process.management;

/** Whether a caller may read the metrics. */
sealed interface Access {

    record Allowed() implements Access {}

    /** The caller sends no token, or one that the API server does not accept. */
    record Unauthenticated() implements Access {}

    record Denied(String user) implements Access {}

    /** The request to the API server failed; the reason is a sentence. */
    record Unknown(String why) implements Access {}
}
