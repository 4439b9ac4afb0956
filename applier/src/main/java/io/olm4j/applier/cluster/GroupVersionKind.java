package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.api.ObjectRef;

/**
 * Which kind of object, at which version.
 *
 * @param group empty for the core group
 */
public record GroupVersionKind(String group, String version, String kind) {

    public static GroupVersionKind of(ObjectRef ref) {
        return new GroupVersionKind(ref.group(), ref.version(), ref.kind());
    }

    public static GroupVersionKind of(JsonNode object) {
        return of(ObjectRef.of(object));
    }

    /** {@code group/version}, or just the version in the core group. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** How a message says that the API server does not serve it; the same words as client-go's. */
    public String noMatch() {
        return "no matches for kind \"" + kind + "\" in version \"" + apiVersion() + "\"";
    }
}
