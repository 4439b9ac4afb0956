package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.api.ObjectRef;

/**
 * A kind of object in a version of its group.
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

    /** A kind as objects and owner references name it: {@code group/version}, or just the version in the core group. */
    public static GroupVersionKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return new GroupVersionKind(
                slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    /** {@code group/version}, or just the version in the core group. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The message that the API server does not serve this kind, in the words of client-go. */
    public String noMatch() {
        return "no matches for kind \"" + kind + "\" in version \"" + apiVersion() + "\"";
    }
}
