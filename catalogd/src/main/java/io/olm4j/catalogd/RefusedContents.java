package io.olm4j.catalogd;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the last refused content of each catalog and the reason, so that the same content is not read again. Other
 * content, a changed spec, another catalog of the same name, and a restart with a newer version count as new.
 */
final class RefusedContents {

    private record Refusal(String uid, long generation, Digest content, String message) {}

    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

    /** Why the content of an image was refused; empty if it was not refused, or if the reference has no digest. */
    Optional<String> message(ObjectMeta catalog, ImageReference image) {
        return of(catalog)
                .filter(refusal ->
                        image.digest().filter(refusal.content()::equals).isPresent())
                .map(Refusal::message);
    }

    /** Whether some content of the catalog was refused since its spec last changed. */
    boolean isAnyOf(ObjectMeta catalog) {
        return of(catalog).isPresent();
    }

    private Optional<Refusal> of(ObjectMeta catalog) {
        return Optional.ofNullable(refusals.get(catalog.getName()))
                .filter(refusal ->
                        refusal.uid().equals(catalog.getUid()) && refusal.generation() == catalog.getGeneration());
    }

    void add(ObjectMeta catalog, Digest content, String message) {
        refusals.put(catalog.getName(), new Refusal(catalog.getUid(), catalog.getGeneration(), content, message));
    }

    void forget(String catalog) {
        refusals.remove(catalog);
    }
}
