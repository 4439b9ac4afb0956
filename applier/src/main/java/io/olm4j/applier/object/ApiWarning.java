package io.olm4j.applier.object;

import io.olm4j.api.ObjectRef;

/**
 * The API server warned about an object when it was applied, for example because its API is deprecated.
 *
 * @param set the name of the ClusterObjectSet that the object was applied for
 * @param setUid its UID
 * @param object the applied object
 * @param text the warning, at most 1,024 characters
 */
public record ApiWarning(String set, String setUid, ObjectRef object, String text) {}
