package io.olm4j.oci.credentials;

import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The credentials of one or more sources by their key: {@code quay.io/org/repo}, {@code quay.io/org} or
 * {@code host:5000}. Other spellings of a registry, such as the URL of its API v1, are replaced by that of references.
 *
 * @param entries in the order of the source; of two spellings of a registry, that of references counts
 * @param problems the unreadable parts of the source, a sentence each
 */
public record AuthConfig(Map<String, AuthEntry> entries, List<String> problems) {

    /** A source without credentials. */
    public static final AuthConfig EMPTY = new AuthConfig(Map.of(), List.of());

    public AuthConfig {
        entries = Collections.unmodifiableMap(canonical(entries));
        problems = List.copyOf(problems);
    }

    private static Map<String, AuthEntry> canonical(Map<String, AuthEntry> written) {
        Map<String, AuthEntry> entries = new LinkedHashMap<>();
        written.forEach((key, entry) -> {
            if (RegistryKeys.canonical(key).equals(key)) {
                entries.put(key, entry);
            }
        });
        written.forEach((key, entry) -> entries.putIfAbsent(RegistryKeys.canonical(key), entry));
        return entries;
    }

    /** A source without credentials that has a problem. */
    static AuthConfig unreadable(String problem) {
        return new AuthConfig(Map.of(), List.of(problem));
    }

    /** Merges sources. For each key, the first source that has credentials for it counts. */
    public static AuthConfig merge(Collection<AuthConfig> configs) {
        Map<String, AuthEntry> merged = new LinkedHashMap<>();
        configs.forEach(config -> config.entries()
                .forEach((key, entry) -> merged.merge(
                        key,
                        entry,
                        (first, next) -> first instanceof AuthEntry.Known || !(next instanceof AuthEntry.Known)
                                ? first
                                : next)));
        return new AuthConfig(
                merged, configs.stream().flatMap(c -> c.problems().stream()).toList());
    }

    /**
     * The entry for a repository: the entry for the repository itself, else for the nearest namespace above it, else
     * for its registry.
     *
     * @see <a
     *     href="https://github.com/containers/image/blob/main/docs/containers-auth.json.5.md">containers-auth.json(5)</a>
     */
    public Optional<AuthEntry> find(ImageReference repository) {
        for (String key = repository.name(); ; key = key.substring(0, key.lastIndexOf('/'))) {
            AuthEntry entry = entries.get(key);
            if (entry != null) {
                return Optional.of(entry);
            }
            if (key.indexOf('/') < 0) {
                return Optional.ofNullable(entries.get(RegistryKeys.canonical(key)));
            }
        }
    }

    /** The credentials for a repository. */
    public Optional<Credentials> credentials(ImageReference repository) {
        return find(repository).flatMap(entry -> switch (entry) {
            case AuthEntry.Known(Credentials credentials) -> Optional.of(credentials);
            case AuthEntry.Empty() -> Optional.empty();
            case AuthEntry.Unusable(String ignored) -> Optional.empty();
        });
    }

    /** The reasons why the source has no credentials for a repository. */
    public Stream<String> remarks(ImageReference repository) {
        Stream<String> unusable = find(repository).stream()
                .flatMap(entry -> entry instanceof AuthEntry.Unusable(String why) ? Stream.of(why) : Stream.empty());
        return Stream.concat(unusable, problems.stream());
    }
}
