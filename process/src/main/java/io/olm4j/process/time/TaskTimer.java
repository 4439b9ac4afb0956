package io.olm4j.process.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * One daemon thread that runs tasks after a time. An {@link Error} of a task goes to the handler of uncaught
 * exceptions, as if the task had a thread of its own. A plain executor keeps it in a {@link Future}, which the callers
 * do not read.
 */
public final class TaskTimer extends ScheduledThreadPoolExecutor {

    /** @param name of the thread */
    public TaskTimer(String name) {
        super(1, Thread.ofPlatform().daemon().name(name).factory());
        setRemoveOnCancelPolicy(true);
        setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
        super.afterExecute(task, thrown);
        if (task instanceof Future<?> future
                && future.state() == Future.State.FAILED
                && future.exceptionNow() instanceof Error error) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        }
    }
}
