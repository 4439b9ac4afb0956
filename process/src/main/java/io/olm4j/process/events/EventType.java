package io.olm4j.process.events;

/** The two types of Events. */
public enum EventType {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
