package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.Annotations;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.cli.command.OlmException;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that the controller and the admission policies have the same default account; the policies read it from
 * annotations of the controller's ServiceAccount. Otherwise a user could cause writes as an account that no policy has
 * checked.
 */
final class DefaultAccountWatch implements ResourceEventHandler<ServiceAccount>, AutoCloseable {

    private final NamespacedName controller;
    private final ServiceAccountRef wanted;
    private final Consumer<OlmException> onDifference;
    private final SharedIndexInformer<ServiceAccount> informer;

    private DefaultAccountWatch(
            KubernetesClient client,
            NamespacedName controller,
            ServiceAccountRef wanted,
            Consumer<OlmException> onDifference) {
        this.controller = controller;
        this.wanted = wanted;
        this.onDifference = onDifference;
        informer = client.serviceAccounts()
                .inNamespace(controller.namespace())
                .withName(controller.name())
                .runnableInformer(0)
                .exceptionHandler((_, _) -> true);
        informer.addEventHandler(this);
    }

    /**
     * Compares both, and watches the annotations.
     *
     * @param controller the controller's account
     * @param wanted the default account
     * @param onDifference gets an exception when they differ later
     * @throws OlmException if they differ now; it says how to set both
     */
    static DefaultAccountWatch start(
            KubernetesClient client,
            NamespacedName controller,
            ServiceAccountRef wanted,
            Consumer<OlmException> onDifference) {
        var watch = new DefaultAccountWatch(client, controller, wanted, onDifference);
        Optional<OlmException> difference = watch.difference(client.serviceAccounts()
                .inNamespace(controller.namespace())
                .withName(controller.name())
                .get());
        if (difference.isPresent()) {
            throw difference.get();
        }
        var _ = watch.informer.start();
        return watch;
    }

    private Optional<OlmException> difference(@Nullable ServiceAccount account) {
        Map<String, String> annotations = Optional.ofNullable(account)
                .map(there -> there.getMetadata().getAnnotations())
                .orElseGet(Map::of);
        boolean same = wanted.namespace().equals(annotations.get(Annotations.DEFAULT_SERVICE_ACCOUNT_NAMESPACE))
                && wanted.name().equals(annotations.get(Annotations.DEFAULT_SERVICE_ACCOUNT_NAME));
        return same
                ? Optional.empty()
                : Optional.of(new OlmException(("--default-service-account is %s, but the admission policies do not"
                                + " know it: annotate the ServiceAccount %s with %s=%s and %s=%s")
                        .formatted(
                                wanted,
                                controller,
                                Annotations.DEFAULT_SERVICE_ACCOUNT_NAMESPACE,
                                wanted.namespace(),
                                Annotations.DEFAULT_SERVICE_ACCOUNT_NAME,
                                wanted.name())));
    }

    @Override
    public void onAdd(ServiceAccount account) {
        difference(account).ifPresent(onDifference);
    }

    @Override
    public void onUpdate(ServiceAccount before, ServiceAccount account) {
        difference(account).ifPresent(onDifference);
    }

    @Override
    public void onDelete(ServiceAccount account, boolean unknownFinalState) {
        difference(null).ifPresent(onDifference);
    }

    @Override
    public void close() {
        informer.stop();
    }
}
