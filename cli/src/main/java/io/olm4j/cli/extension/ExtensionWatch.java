package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.OlmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Follows ClusterExtensions until the process ends. The informer watches from the version of its list, connects again
 * when a watch ends, and lists again when the API server no longer knows the version.
 *
 * @param view what is shown of an extension; a change that it does not contain is not shown
 * @param deleted what is shown after the deletion, from what was shown before
 * @param show shows the list first, then each change
 */
record ExtensionWatch<T>(Function<ClusterExtension, T> view, UnaryOperator<T> deleted, Consumer<List<T>> show) {

    /**
     * Follows them; does not return.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException if they cannot be listed or watched
     * @throws OlmException if the watch ends
     */
    void follow(Informable<ClusterExtension> extensions) {
        BlockingQueue<Optional<String>> changed = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterExtension> informer = extensions.inform(new Names(changed))) {
            var _ = informer.stopped().whenComplete((_, _) -> changed.add(Optional.empty()));
            Map<String, T> shown = new TreeMap<>();
            informer.getStore().list().forEach(extension -> shown.put(name(extension), view.apply(extension)));
            show.accept(List.copyOf(shown.values()));
            while (true) {
                String name = changed.take()
                        .orElseThrow(() -> new OlmException("the API server ended the watch: start the command again"));
                Optional<T> before = Optional.ofNullable(shown.get(name));
                Optional<T> now =
                        Optional.ofNullable(informer.getStore().getByKey(name)).map(view);
                now.ifPresentOrElse(value -> shown.put(name, value), () -> shown.remove(name));
                now.or(() -> before.map(deleted))
                        .filter(value -> !before.equals(Optional.of(value)))
                        .ifPresent(value -> show.accept(List.of(value)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    private static String name(ClusterExtension extension) {
        return extension.getMetadata().getName();
    }

    /** Notes the names: what the event carries may be older than what the informer holds. */
    private record Names(BlockingQueue<Optional<String>> changed) implements ResourceEventHandler<ClusterExtension> {

        @Override
        public void onAdd(ClusterExtension extension) {
            changed.add(Optional.of(name(extension)));
        }

        @Override
        public void onUpdate(ClusterExtension before, ClusterExtension after) {
            changed.add(Optional.of(name(after)));
        }

        @Override
        public void onDelete(ClusterExtension extension, boolean finalStateUnknown) {
            changed.add(Optional.of(name(extension)));
        }
    }
}
