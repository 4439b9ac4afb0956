package io.olm4j.process.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.BaseControl;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures the reconcilers of an operator, under the metric names of controller-runtime.
 *
 * <p>It omits metrics for concepts that the operator framework lacks: a limit of workers ({@code
 * controller_runtime_max_concurrent_reconciles}), panics and terminal errors.
 */
public final class ControllerMetrics implements Metrics {

    private final MeterRegistry meters;

    /** The meters of each controller, by the kind of the resources that it reconciles. */
    private final Map<String, ControllerMeters> controllers = new ConcurrentHashMap<>();

    /**
     * The running passes by thread. The framework may begin the next pass of a resource on another thread before this
     * pass has ended here.
     */
    private final Map<Thread, ReconcilePass> running = new ConcurrentHashMap<>();

    public ControllerMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void controllerRegistered(Controller<? extends HasMetadata> controller) {
        String kind = HasMetadata.getKind(controller.getConfiguration().getResourceClass());
        controllers.put(
                kind, new ControllerMeters(meters, controller.getConfiguration().getName()));
    }

    /** A pass over a resource is queued. */
    @Override
    public void reconcileCustomResource(HasMetadata resource, @Nullable RetryInfo retry, Map<String, Object> metadata) {
        of(resource).ifPresent(meter -> meter.queued(ResourceID.fromResource(resource), isRetry(retry)));
    }

    private static boolean isRetry(@Nullable RetryInfo retry) {
        return retry != null && retry.getAttemptCount() > 0;
    }

    @Override
    public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
        of(resource)
                .ifPresent(
                        meter -> running.put(Thread.currentThread(), meter.started(ResourceID.fromResource(resource))));
    }

    /**
     * Runs a reconcile. After an error that is not an exception, the framework would never reconcile the resource
     * again.
     */
    @Override
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        ReconcilePass pass = running.get(Thread.currentThread());
        try {
            T result = withoutOverflow(execution);
            if (pass != null) {
                pass.ends(result instanceof BaseControl<?> control ? outcome(control) : ReconcileOutcome.SUCCESS);
            }
            return result;
        } catch (Exception e) {
            if (pass != null) {
                pass.ends(ReconcileOutcome.ERROR);
            }
            throw e;
        }
    }

    private static <T> T withoutOverflow(ControllerExecution<T> execution) throws Exception {
        try {
            return execution.execute();
        } catch (StackOverflowError e) {
            throw new IllegalStateException("something is nested too deep for the stack", e);
        }
    }

    private static ReconcileOutcome outcome(BaseControl<?> control) {
        return control.getScheduleDelay()
                .map(delay -> delay > 0 ? ReconcileOutcome.REQUEUE_AFTER : ReconcileOutcome.REQUEUE)
                .orElse(ReconcileOutcome.SUCCESS);
    }

    /** The reconciler failed, or a write of the status failed. */
    @Override
    public void failedReconciliation(HasMetadata resource, Exception exception, Map<String, Object> metadata) {
        ReconcilePass pass = running.get(Thread.currentThread());
        if (pass != null) {
            pass.ends(ReconcileOutcome.ERROR);
        }
    }

    @Override
    public void reconciliationExecutionFinished(HasMetadata resource, Map<String, Object> metadata) {
        ReconcilePass pass = running.remove(Thread.currentThread());
        if (pass != null) {
            pass.finish();
        } else {
            // The resource was deleted while it was queued.
            of(resource).ifPresent(meter -> meter.dropped(ResourceID.fromResource(resource)));
        }
    }

    private Optional<ControllerMeters> of(HasMetadata resource) {
        return Optional.ofNullable(controllers.get(resource.getKind()));
    }
}
