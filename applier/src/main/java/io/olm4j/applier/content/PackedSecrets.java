package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.json.Sha256;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Recognizes the Secrets that olm4j made for a set. They are in the system namespace, where only the controller and
 * administrators write Secrets, and carry the UID of the set from its first reconcile on. Before that, they belong to
 * the set if it is a revision of the extension that they were made for.
 */
public final class PackedSecrets {

    /** The type of the Secrets that hold objects of revisions. */
    public static final String TYPE = "olm.operatorframework.io/object-data";

    /** What {@link #keyOf} returns: 32 bytes as base64 without padding. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{43}");

    private static final int DIGEST_BYTES = 8;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{" + 2 * DIGEST_BYTES + "}");

    private final String systemNamespace;
    private final String name;
    private final String uid;
    private final String extension;

    PackedSecrets(String systemNamespace, ClusterObjectSet set) {
        this.systemNamespace = systemNamespace;
        this.name = set.getMetadata().getName();
        this.uid = set.getMetadata().getUid();
        this.extension = RevisionOwner.of(set).map(OwnerReference::getName).orElse("");
    }

    /** The key of an object in such a Secret: the digest of its JSON, as in operator-controller. */
    public static String keyOf(byte[] json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(json));
    }

    /**
     * The name of such a Secret.
     *
     * @param digest of its content; eight bytes of it make the name
     */
    public static String nameOf(String revision, byte[] digest) {
        return revision + "-" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }

    /** The name of the revision that a Secret with such a name was made for. */
    public static String revisionOf(String secretName) {
        return secretName.substring(0, Math.max(0, secretName.length() - 1 - 2 * DIGEST_BYTES));
    }

    /** Whether a key has the form of a digest. */
    static boolean isDigest(String key) {
        return KEY.matcher(key).matches();
    }

    /** Whether the spec of a set names each of its objects by a digest, as the sets do that olm4j makes. */
    public static boolean areNamedByDigest(ClusterObjectSet set) {
        return set.getSpec().phases().stream()
                .flatMap(phase -> phase.objects().stream())
                .allMatch(
                        object -> object.ref() != null && isDigest(object.ref().key()));
    }

    /** Whether a Secret with this name can have been made for a set. */
    boolean isPossible(SecretName secret) {
        return secret.namespace().equals(systemNamespace);
    }

    /**
     * Whether the name has the form of a Secret that olm4j makes for the set. If no such Secret exists, it was lost,
     * because no other Secret has a name of this form.
     */
    boolean isNamedForIt(SecretName secret) {
        return isPossible(secret)
                && secret.name().startsWith(name + "-")
                && DIGEST.matcher(secret.name().substring(name.length() + 1)).matches();
    }

    /** Whether a Secret was made for the set. */
    boolean isOne(SecretName name, ObjectNode secret) {
        return isPossible(name)
                && secret.path("type").asText("").equals(TYPE)
                && (isMarked(secret) || wasOwned(secret) || isAboutToBeMarked(secret));
    }

    boolean isMarked(ObjectNode secret) {
        return markOf(secret).equals(uid);
    }

    /** An earlier olm4j set an owner reference instead of the UID. */
    private boolean wasOwned(ObjectNode secret) {
        for (JsonNode owner : new LiveObject(secret).ownerReferences()) {
            if (owner.path("uid").asText("").equals(uid)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAboutToBeMarked(ObjectNode secret) {
        JsonNode labels = new LiveObject(secret).labels();
        return !extension.isEmpty()
                && markOf(secret).isEmpty()
                && new LiveObject(secret).ownerReferences().isEmpty()
                && labels.path(Labels.REVISION_NAME).asText("").equals(Labels.value(name))
                && labels.path(Labels.OWNER_NAME).asText("").equals(Labels.value(extension));
    }

    private static String markOf(ObjectNode secret) {
        return new LiveObject(secret).annotation(Annotations.REVISION_UID);
    }
}
