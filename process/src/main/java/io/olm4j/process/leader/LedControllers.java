package io.olm4j.process.leader;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.processing.Controller;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the controllers of an operator. Their caches are filled from the start on; resources are reconciled from the
 * time on at which this replica leads for the first time.
 *
 * <p>Until then the framework only notes which resources have to be reconciled, and forgets those that are deleted. It
 * is started without {@link Operator#start}, which would reconcile at once.
 */
public final class LedControllers implements AutoCloseable {

    private final Operator operator;
    private final List<Controller<?>> controllers;
    private boolean closed;
    private boolean reconciling;

    private LedControllers(Operator operator) {
        this.operator = operator;
        this.controllers = operator.getRegisteredControllers().stream()
                .<Controller<?>>map(registered -> (Controller<?>) registered)
                .toList();
    }

    /**
     * Starts the controllers that are registered with an operator; returns when their caches are filled.
     *
     * @param leadership that has not been started
     * @throws OperatorException if the API server does not serve their resources, or does not let the client read them
     */
    public static LedControllers start(Operator operator, Leadership leadership) {
        ConfigurationService configuration = operator.getConfigurationService();
        configuration.getExecutorServiceManager().start(configuration);
        var led = new LedControllers(operator);
        try {
            led.forEach(controller -> controller.start(false));
        } catch (RuntimeException e) {
            led.close();
            throw e;
        }
        leadership.onLead(led::reconcile);
        return led;
    }

    private synchronized void reconcile() {
        if (!closed && !reconciling) {
            reconciling = true;
            controllers.forEach(Controller::startEventProcessing);
        }
    }

    private void forEach(Consumer<Controller<?>> action) {
        operator.getConfigurationService()
                .getExecutorServiceManager()
                .boundedExecuteAndWaitForAllToComplete(
                        controllers.stream(),
                        controller -> {
                            action.accept(controller);
                            return null;
                        },
                        controller -> controller.getConfiguration().getName());
    }

    /** Stops to reconcile; waits for running reconciles as long as the operator is configured to. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        forEach(Controller::stop);
        operator.stop();
    }
}
