package io.olm4j.cli.installed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * The extension in the answer to a write. The API server may serve the first list of a watch from a cache that is older
 * than the write.
 */
public record SentExtension(String uid, long generation) {

    /** The one in an answer. */
    public static SentExtension of(HasMetadata answer) {
        return new SentExtension(answer.getMetadata().getUid(), generation(answer.getMetadata()));
    }

    /** Whether an object is this extension with the write, or with a later one. */
    boolean isIn(HasMetadata object) {
        return isSame(object) && generation(object.getMetadata()) >= generation;
    }

    /** Whether an object is this extension, and not another one of its name. */
    boolean isSame(HasMetadata object) {
        return uid.equals(object.getMetadata().getUid());
    }

    private static long generation(ObjectMeta metadata) {
        return Optional.ofNullable(metadata.getGeneration()).orElse(0L);
    }
}
