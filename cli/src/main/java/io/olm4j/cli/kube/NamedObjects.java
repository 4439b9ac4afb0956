package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ObjectRef;
import io.olm4j.cli.command.OlmException;
import java.util.Locale;
import java.util.Optional;

/** The objects without a namespace that a user names. */
public final class NamedObjects {

    private NamedObjects() {}

    /**
     * An object by its name; empty if there is none.
     *
     * @throws OlmException if the name is empty
     */
    public static <T extends HasMetadata> Optional<T> find(KubernetesClient client, Class<T> kind, String name) {
        T found = client.resources(kind)
                .withName(ResourceNames.requireGiven(HasMetadata.getKind(kind), name))
                .get();
        if (found == null) {
            ServedKind.require(client, kind);
        }
        return Optional.ofNullable(found);
    }

    /** The name as kubectl prints it, such as {@code deployment.apps/mail}: without the namespace. */
    public static String qualified(ObjectRef object) {
        String kind = object.kind().toLowerCase(Locale.ROOT);
        return (object.group().isEmpty() ? kind : kind + "." + object.group()) + "/" + object.name();
    }

    /** The name as kubectl prints it. */
    public static String qualified(Class<? extends HasMetadata> kind, String name) {
        return HasMetadata.getSingular(kind) + "." + HasMetadata.getGroup(kind) + "/" + name;
    }
}
