package io.olm4j.process.events;

/**
 * A fact about an object, for an Event.
 *
 * @param reason what kind of fact it is, in CamelCase
 * @param action what the controller did or found, in CamelCase
 * @param note what happened, for people; shortened to 1024 bytes
 * @param occasion what tells the fact from an earlier one with the same note, such as the name of a revision or the
 *     time since which it is true; it must be the same at each reconcile, and after a restart
 */
public record EventFact(EventType type, String reason, String action, String note, String occasion) {}
