package io.olm4j.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Label keys that olm4j sets, and the one fixed value; operator-controller and catalogd use the same ones. */
public final class Labels {

    public static final String OWNER_KIND = "olm.operatorframework.io/owner-kind";
    public static final String OWNER_NAME = "olm.operatorframework.io/owner-name";
    public static final String REVISION_NAME = "olm.operatorframework.io/revision-name";
    public static final String METADATA_NAME = "olm.operatorframework.io/metadata.name";

    /** On a revision that was made from a Helm release of the original. */
    public static final String MIGRATED_FROM_HELM = "olm.operatorframework.io/migrated-from-helm";

    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String MANAGED_BY_OLM = "olm.operatorframework.io";

    /** The longest value of a label; a name of a cluster-wide resource may have 253 characters. */
    private static final int MAX_VALUE = 63;

    private static final int DIGEST_BYTES = 8;

    private Labels() {}

    /**
     * A name as the value of a label: the name itself, if it fits. Otherwise the beginning of the name and a part of
     * its SHA-256 digest.
     */
    public static String value(String name) {
        if (name.length() <= MAX_VALUE) {
            return name;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return name.substring(0, MAX_VALUE - 1 - 2 * DIGEST_BYTES) + "-"
                    + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
