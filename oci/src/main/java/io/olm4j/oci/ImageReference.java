package io.olm4j.oci;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * The full name of an image: registry, repository, and a tag, a digest, both or neither.
 *
 * @param domain host and optional port of the registry, as written
 * @param path repository in the registry
 * @param tag tag, if one is written
 * @param digest digest, if one is written; it wins over a tag
 */
public record ImageReference(String domain, String path, Optional<String> tag, Optional<Digest> digest) {

    /**
     * Reads a reference that names its registry.
     *
     * @param text {@code domain/path[:tag][@digest]}, at most 1000 characters
     * @throws ImageException terminal, if the text is not such a reference
     * @see <a href="https://github.com/distribution/reference/blob/main/reference.go">the reference grammar</a>
     */
    public static ImageReference parse(String text) throws ImageException {
        if (text.length() > ReferenceGrammar.MAX_REFERENCE_LENGTH) {
            throw malformed(text.substring(0, 64) + "…", "it is longer than 1000 characters");
        }
        Matcher matcher = ReferenceGrammar.REFERENCE.matcher(text);
        if (!matcher.matches()) {
            throw malformed(text, whyNoMatch(text));
        }
        Optional<String> first = Optional.ofNullable(matcher.group("domain"));
        String path = matcher.group("path");
        if (first.isEmpty() || !namesRegistry(first.get())) {
            String name = first.map(d -> d + "/").orElse("") + path;
            throw malformed(
                    text,
                    "repository name must be canonical; write it with its registry, for example " + hubName(name));
        }
        String domain = first.get();
        if (isHub(domain) && (!domain.equals("docker.io") || !path.contains("/"))) {
            throw malformed(text, "repository name must be canonical; write " + hubName(path));
        }
        if (domain.length() + 1 + path.length() > ReferenceGrammar.MAX_NAME_LENGTH) {
            throw malformed(text, "repository name must not be more than 255 characters");
        }
        return new ImageReference(
                domain,
                path,
                Optional.ofNullable(matcher.group("tag")),
                digest(text, Optional.ofNullable(matcher.group("digest"))));
    }

    /** The same repository by digest, without the tag. */
    public ImageReference withDigest(Digest newDigest) {
        return new ImageReference(domain, path, Optional.empty(), Optional.of(newDigest));
    }

    /** The same repository by tag. */
    public ImageReference withTag(String newTag) throws ImageException {
        return parse(name() + ":" + newTag);
    }

    /** Domain and path. */
    public String name() {
        return domain + "/" + path;
    }

    /** What a registry is asked for: the digest if there is one, else the tag. */
    Optional<String> selector() {
        return digest.map(Digest::toString).or(() -> tag);
    }

    @Override
    public String toString() {
        return name()
                + tag.map(t -> ":" + t).orElse("")
                + digest.map(d -> "@" + d).orElse("");
    }

    private static Optional<Digest> digest(String text, Optional<String> written) throws ImageException {
        if (written.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Digest.parse(written.get()));
        } catch (IllegalArgumentException e) {
            throw malformed(text, String.valueOf(e.getMessage()));
        }
    }

    /** A first component without dot, port or capitals is a repository of Docker Hub, not a host. */
    private static boolean namesRegistry(String domain) {
        return domain.equals("localhost")
                || domain.indexOf('.') >= 0
                || domain.indexOf(':') >= 0
                || !domain.equals(domain.toLowerCase(Locale.ROOT));
    }

    private static boolean isHub(String domain) {
        return domain.equals("docker.io") || domain.equals("index.docker.io");
    }

    private static String hubName(String path) {
        return "docker.io/" + (path.contains("/") ? path : "library/" + path);
    }

    private static String whyNoMatch(String text) {
        if (text.isEmpty()) {
            return "repository name must have at least one component";
        }
        if (text.contains("://")) {
            return "invalid reference format; leave out the scheme";
        }
        if (ReferenceGrammar.REFERENCE.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
            return "repository name must be lowercase";
        }
        return "invalid reference format; write registry/repository:tag or registry/repository@sha256:…";
    }

    private static ImageException malformed(String text, String why) {
        return new ImageException("error parsing image reference \"" + text + "\": " + why, true);
    }
}
