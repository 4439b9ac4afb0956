package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.olm4j.applier.account.SecretAccess.SecretName;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hands over the Secrets of a new revision, as the API server returned them when it created them, to the first
 * reconcile of the set. It comes a moment later and need not read them again. They are immutable, and each object in
 * them is checked against its digest like one that was read.
 */
public final class CreatedSecrets {

    /** The limit for all Secrets together, in bytes; the API server is asked for the oldest ones beyond it. */
    private static final long KEPT_BYTES = 8 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<SecretName, Secret> created = new LinkedHashMap<>();
    private long bytes;

    /** Hands over a Secret. */
    public synchronized void put(Secret secret) {
        SecretName name = new SecretName(
                secret.getMetadata().getNamespace(), secret.getMetadata().getName());
        remove(name);
        created.put(name, secret);
        bytes += size(secret);
        for (Iterator<Secret> eldest = created.values().iterator(); bytes > KEPT_BYTES; eldest.remove()) {
            bytes -= size(eldest.next());
        }
    }

    /** Returns the Secret of this name, if it was handed over, and forgets it. */
    Optional<ObjectNode> take(SecretName name) {
        return remove(name).map(JSON::<ObjectNode>valueToTree);
    }

    private synchronized Optional<Secret> remove(SecretName name) {
        Optional<Secret> removed = Optional.ofNullable(created.remove(name));
        removed.ifPresent(secret -> bytes -= size(secret));
        return removed;
    }

    private static long size(Secret secret) {
        return secret.getData().values().stream().mapToLong(String::length).sum();
    }
}
