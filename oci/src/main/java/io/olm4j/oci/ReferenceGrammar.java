package io.olm4j.oci;

import java.util.regex.Pattern;

/**
 * The grammar of image references, named part by part.
 *
 * @see <a href="https://github.com/distribution/reference/blob/main/reference.go">the reference grammar</a>
 */
public final class ReferenceGrammar {

    /** One label of a host name; unlike DNS, capitals are allowed. */
    private static final String HOST_LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";

    private static final String HOST = HOST_LABEL + "(?:\\." + HOST_LABEL + ")*";
    private static final String IPV6 = "\\[[a-fA-F0-9:]+\\]";
    private static final String DOMAIN = "(?:" + HOST + "|" + IPV6 + ")(?::[0-9]+)?";

    /** Lower-case words joined by one dot, one or two underscores, or any number of dashes. */
    private static final String PATH_COMPONENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";

    private static final String PATH = PATH_COMPONENT + "(?:/" + PATH_COMPONENT + ")*";
    private static final String TAG = "\\w[\\w.-]{0,127}";
    private static final String ALGORITHM = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*";
    private static final String DIGEST = ALGORITHM + ":[0-9a-fA-F]{32,}";

    /** Groups: domain, path, tag, digest. */
    static final Pattern REFERENCE = Pattern.compile(
            "(?<domain>" + DOMAIN + ")/(?<path>" + PATH + ")(?::(?<tag>" + TAG + "))?(?:@(?<digest>" + DIGEST + "))?");

    /** Host and optional port of a registry. */
    public static final Pattern REGISTRY = Pattern.compile(DOMAIN);

    /** A registry with the beginning of a path. */
    public static final Pattern NAME = Pattern.compile(DOMAIN + "/" + PATH);

    /** A tag. */
    public static final Pattern TAG_NAME = Pattern.compile(TAG);

    /** The hash of an image without its algorithm. It cannot name a repository, because tools read it as an image. */
    static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");

    /** The longest path of a repository. */
    static final int MAX_PATH_LENGTH = 255;

    /** The longest accepted text; the CRD allows the same length for a catalog's reference. */
    public static final int MAX_REFERENCE_LENGTH = 1000;

    private ReferenceGrammar() {}
}
