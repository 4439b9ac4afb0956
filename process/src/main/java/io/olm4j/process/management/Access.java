package io.olm4j.process.management;

/** Whether a caller may read the metrics. */
sealed interface Access {

    record Allowed() implements Access {}

    /** The caller shows no token, or one that the API server does not know. */
    record Unauthenticated() implements Access {}

    record Denied(String user) implements Access {}

    /** The API server could not be asked; the reason is a sentence. */
    record Unknown(String why) implements Access {}
}
