package io.olm4j.cli.kube;

/** How far an object is on its way to the state that a command waits for. */
public sealed interface Progress {

    /**
     * It has the state.
     *
     * @param result what the command reports, such as the installed version; may be empty
     */
    record Reached(String result) implements Progress {}

    /**
     * It may get there without help.
     *
     * @param message what it waits for; empty if it does not say
     */
    record Pending(String message) implements Progress {}

    /** It does not get there before a user changes something. */
    record Impossible(String message) implements Progress {}
}
