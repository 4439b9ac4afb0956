package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** The field manager {@code reverter}, which writes {@code theirs} to the key {@code key} of a ConfigMap. */
public final class Reverter {

    private final Resource<ConfigMap> map;

    public Reverter(KubernetesClient client, String namespace, String name) {
        this.map = client.configMaps().inNamespace(namespace).withName(name);
    }

    /** Writes it once. */
    public void write() {
        map.patch(
                new PatchContext.Builder()
                        .withPatchType(PatchType.JSON_MERGE)
                        .withFieldManager("reverter")
                        .build(),
                "{\"data\":{\"key\":\"theirs\"}}");
    }

    /** Writes it at once whenever the value is {@code ours}, until the watch is closed. */
    public Watch writeAlways() {
        return map.watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap changed) {
                if (action != Action.DELETED && "ours".equals(changed.getData().get("key"))) {
                    write();
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                throw new AssertionError(cause);
            }
        });
    }
}
