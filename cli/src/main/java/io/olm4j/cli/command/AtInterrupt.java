package io.olm4j.cli.command;

/** What a command undoes if the user ends the program, by Ctrl-C for example, before the command has closed this. */
public final class AtInterrupt implements AutoCloseable {

    private final Thread hook;

    private AtInterrupt(Runnable action) {
        this.hook = new Thread(action, "at-interrupt");
    }

    /**
     * Runs an action if the program ends before the result is closed.
     *
     * @param action runs on a thread of its own, beside the command
     */
    public static AtInterrupt run(Runnable action) {
        AtInterrupt result = new AtInterrupt(action);
        Runtime.getRuntime().addShutdownHook(result.hook);
        return result;
    }

    /** The action does not run any more, unless the program ends already. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The program ends, and the action runs or has run.
        }
    }
}
