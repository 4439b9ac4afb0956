package io.olm4j.cli.command;

/** Runs an action if the program ends, for example by Ctrl-C, before the command has closed this object. */
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

    /** Cancels the action, unless the program is already ending. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The program ends, and the action runs or has run.
        }
    }
}
