package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Waits until an object has a state, and shows the progress.
 *
 * @param name of the object
 * @param late the end of the wait when the time is over, as in "mail was not served"
 * @param never the end of the wait when only a user can change the state, as in "mail cannot be served"
 * @param timeout the longest time to wait
 * @param grace how long a state may stay that only a user can change
 * @param err receives the progress, and why the state is not reached
 */
public record ObjectWaiting(String name, String late, String never, Duration timeout, Duration grace, PrintWriter err) {

    /** Judges what the API server reports about the object. */
    public interface State<T> {

        /** The progress of the object as it is now. */
        Progress of(T object);

        /** The progress when an object of the name has been deleted; empty if it was another one. */
        Optional<Progress> ofDeleted(T object);

        /** The progress when there is no object at the start; empty if it may still appear. */
        default Optional<Progress> ofMissing() {
            return Optional.empty();
        }
    }

    /**
     * Waits; the user must have the {@linkplain WatchRight right to watch}.
     *
     * @return the result; empty if the state is not reached
     * @throws KubernetesClientException if the time is over, and the API server does not answer: it could not report
     *     the state
     */
    public <T extends HasMetadata> Optional<String> await(KubernetesClient client, Class<T> kind, State<T> state) {
        BlockingQueue<Progress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<T> informer =
                client.resources(kind).withName(name).inform(new Handler<>(state, news))) {
            if (informer.getStore().list().isEmpty()) {
                state.ofMissing().ifPresent(news::add);
            }
            return follow(
                    news,
                    () -> client
                            .resources(kind)
                            .withField("metadata.name", name)
                            .list(new ListOptionsBuilder().withLimit(1L).build())
                            .getItems()
                            .stream()
                            .findFirst()
                            .map(state::of)
                            .or(state::ofMissing));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    /** @param last asks for the progress when the time is over: a watch that fails begins again without a word */
    Optional<String> follow(BlockingQueue<Progress> news, Supplier<Optional<Progress>> last)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long giveUp = end;
        String shown = "";
        Optional<String> obstacle = Optional.empty();
        for (; ; ) {
            long until = obstacle.isPresent() ? giveUp : end;
            switch (news.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                case null -> {
                    if (last.get().orElse(null) instanceof Progress.Reached(String result)) {
                        return Optional.of(result);
                    }
                    String waited = shown.isEmpty() ? "" : "; " + shown;
                    return failed(obstacle.map(this::impossible)
                            .orElse(late + " within " + timeout.toSeconds() + " s" + waited));
                }
                case Progress.Reached(String result) -> {
                    return Optional.of(result);
                }
                case Progress.Impossible(String message) -> {
                    if (grace.isZero()) {
                        return failed(impossible(message));
                    }
                    if (obstacle.isEmpty()) {
                        giveUp = Math.min(end, System.nanoTime() + grace.toNanos());
                    }
                    obstacle = Optional.of(message);
                }
                case Progress.Pending(String message) -> {
                    obstacle = Optional.empty();
                    if (!message.isEmpty() && !message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    private String impossible(String message) {
        return never + ": " + message;
    }

    private Optional<String> failed(String message) {
        ErrorLines.print(err, message);
        return Optional.empty();
    }

    /** Turns events of the API server into progress. */
    private record Handler<T>(State<T> state, BlockingQueue<Progress> news) implements ResourceEventHandler<T> {

        @Override
        public void onAdd(T object) {
            news.add(state.of(object));
        }

        @Override
        public void onUpdate(T before, T after) {
            news.add(state.of(after));
        }

        @Override
        public void onDelete(T object, boolean finalStateUnknown) {
            state.ofDeleted(object).ifPresent(news::add);
        }
    }
}
