package io.olm4j.oci;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * The full name of an image: registry, repository, and a tag, a digest, both or neither.
 *
 * @param domain host and optional port of the registry, as written
 * @param path the repository in the registry
 * @param tag the tag, if the reference has one
 * @param digest the digest, if the reference has one; it takes precedence over a tag
 */
public record ImageReference(String domain, String path, Optional<String> tag, Optional<Digest> digest) {

    private static final String HUB = "docker.io";

    /**
     * Reads a reference that names its registry.
     *
     * @param text {@code domain/path[:tag][@digest]}, at most 1000 characters
     * @throws ImageException terminal, if the text is not such a reference
     * @see <a href="https://github.com/distribution/reference/blob/main/reference.go">the reference grammar</a>
     */
    public static ImageReference parse(String text) throws ImageException {
        ImageReference reference = parseNormalized(text);
        if (!reference.toString().equals(text)) {
            throw malformed(
                    text,
                    "repository name must be canonical; write it with its registry, for example " + reference.name());
        }
        return reference;
    }

    /**
     * Reads a reference that may leave out the name of Docker Hub, as people write it in a terminal and tools write it
     * in signatures.
     *
     * @param text {@code [domain/]path[:tag][@digest]}
     * @return the reference in full: {@code nginx} is {@code docker.io/library/nginx}
     * @throws ImageException terminal, if the text is not a reference
     */
    public static ImageReference parseNormalized(String text) throws ImageException {
        if (text.length() > ReferenceGrammar.MAX_REFERENCE_LENGTH) {
            throw malformed(
                    text.substring(0, text.offsetByCodePoints(0, 64)) + "…", "it is longer than 1000 characters");
        }
        if (text.isEmpty()) {
            throw malformed(text, "repository name must have at least one component");
        }
        if (ReferenceGrammar.IDENTIFIER.matcher(text).matches()) {
            throw malformed(text, "a repository cannot be named like the hash of an image");
        }
        String full = withDomain(text);
        String path = full.substring(full.indexOf('/') + 1);
        String repository = path.indexOf(':') < 0 ? path : path.substring(0, path.indexOf(':'));
        if (!repository.equals(repository.toLowerCase(Locale.ROOT))) {
            throw malformed(text, "repository name must be lowercase");
        }
        Matcher matcher = ReferenceGrammar.REFERENCE.matcher(full);
        if (!matcher.matches()) {
            throw malformed(
                    text,
                    text.contains("://")
                            ? "invalid reference format; leave out the scheme"
                            : "invalid reference format; write registry/repository:tag or"
                                    + " registry/repository@sha256:…");
        }
        if (matcher.group("path").length() > ReferenceGrammar.MAX_PATH_LENGTH) {
            throw malformed(text, "repository name must not be more than 255 characters");
        }
        return new ImageReference(
                matcher.group("domain"),
                matcher.group("path"),
                Optional.ofNullable(matcher.group("tag")),
                digest(text, Optional.ofNullable(matcher.group("digest"))));
    }

    /** The same repository by digest, without the tag. */
    public ImageReference withDigest(Digest newDigest) {
        return new ImageReference(domain, path, Optional.empty(), Optional.of(newDigest));
    }

    /** The same reference without the tag if there is a digest, because the digest alone selects the image. */
    public ImageReference withoutIdleTag() {
        return digest.map(this::withDigest).orElse(this);
    }

    /** Domain and path. */
    public String name() {
        return domain + "/" + path;
    }

    /** The name of the manifest in a request: the digest if there is one, else the tag. */
    public Optional<String> selector() {
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

    /** The text with the domain of Docker Hub in full, if it means that registry. */
    private static String withDomain(String text) {
        int slash = text.indexOf('/');
        String domain = slash < 0 ? "" : text.substring(0, slash);
        boolean namesRegistry = namesRegistry(domain);
        if (namesRegistry && !isHub(domain)) {
            return text;
        }
        String path = namesRegistry ? text.substring(slash + 1) : text;
        return HUB + "/" + (path.indexOf('/') < 0 ? "library/" + path : path);
    }

    /** A first component without dot, port or capitals is a repository of Docker Hub, not a host. */
    private static boolean namesRegistry(String domain) {
        return domain.equals("localhost")
                || domain.indexOf('.') >= 0
                || domain.indexOf(':') >= 0
                || !domain.equals(domain.toLowerCase(Locale.ROOT));
    }

    private static boolean isHub(String domain) {
        return domain.equals(HUB) || domain.equals("index.docker.io");
    }

    private static ImageException malformed(String text, String why) {
        return new ImageException("error parsing image reference \"" + text + "\": " + why, true);
    }
}
