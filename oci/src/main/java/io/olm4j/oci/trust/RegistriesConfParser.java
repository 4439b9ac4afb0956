package io.olm4j.oci.trust;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads one {@code registries.conf} of version 2 and checks it. It ignores settings for short names and credential
 * helpers.
 */
final class RegistriesConfParser {

    private static final TomlMapper TOML = new TomlMapper();

    private final Path file;

    private RegistriesConfParser(Path file) {
        this.file = file;
    }

    /** The entries, one for each prefix. */
    static List<RegistryEntry> parse(Path file) throws ConfigException {
        return new RegistriesConfParser(file).entries(tree(file));
    }

    private static JsonNode tree(Path file) throws ConfigException {
        try {
            return TOML.readTree(ConfigFiles.read(file));
        } catch (JsonProcessingException e) {
            throw new ConfigException("it is not TOML: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new ConfigException("it is not TOML", e);
        }
    }

    private List<RegistryEntry> entries(JsonNode root) throws ConfigException {
        if (isVersion1(root)) {
            throw new ConfigException("it is in the format of version 1 ([registries.search], [registries.insecure],"
                    + " [registries.block]), which is not supported; write [[registry]] tables (version 2)");
        }
        List<RegistryEntry> entries = new ArrayList<>();
        for (JsonNode table : tables(root, "registry")) {
            entries.add(entry(table));
        }
        checkAgreement(entries);
        Map<String, RegistryEntry> byPrefix = new LinkedHashMap<>();
        entries.forEach(entry -> byPrefix.putIfAbsent(entry.prefix(), entry));
        return List.copyOf(byPrefix.values());
    }

    private static boolean isVersion1(JsonNode root) {
        return Stream.of("search", "insecure", "block")
                .anyMatch(kind -> root.path("registries").path(kind).has("registries"));
    }

    private RegistryEntry entry(JsonNode table) throws ConfigException {
        String location = place(table, "location");
        String prefix = place(table, "prefix");
        if (prefix.isEmpty()) {
            prefix = location;
        }
        if (prefix.isEmpty()) {
            throw new ConfigException("a [[registry]] has neither location nor prefix");
        }
        boolean wildcard = prefix.startsWith(RegistryPrefix.WILDCARD);
        if (location.isEmpty() && !wildcard) {
            throw new ConfigException("registry \"" + prefix + "\" has no location");
        }
        if (wildcard && prefix.matches(".*[/@:].*")) {
            throw new ConfigException("prefix \"" + prefix + "\" must be in the format *.example.com");
        }
        if (!text(table, "pull-from-mirror").isEmpty()) {
            throw new ConfigException("pull-from-mirror must not be set for registry \"" + prefix
                    + "\", only for its mirrors ([[registry.mirror]])");
        }
        boolean digestOnly = flag(table, "mirror-by-digest-only");
        List<RegistryEntry.Mirror> mirrors = new ArrayList<>();
        for (JsonNode mirror : tables(table, "mirror")) {
            mirrors.add(mirror(mirror, digestOnly, prefix));
        }
        return new RegistryEntry(file, prefix, location, flag(table, "insecure"), flag(table, "blocked"), mirrors);
    }

    private static RegistryEntry.Mirror mirror(JsonNode table, boolean digestOnly, String prefix)
            throws ConfigException {
        String location = place(table, "location");
        if (location.isEmpty()) {
            throw new ConfigException("a mirror of registry \"" + prefix + "\" has no location");
        }
        String pulls = text(table, "pull-from-mirror");
        if (digestOnly && !pulls.isEmpty()) {
            throw new ConfigException("registry \"" + prefix + "\" sets mirror-by-digest-only and its mirror \""
                    + location + "\" pull-from-mirror; set one of them");
        }
        return new RegistryEntry.Mirror(
                location,
                flag(table, "insecure"),
                switch (pulls) {
                    case "", "all" -> digestOnly ? RegistryEntry.Pulls.DIGEST_ONLY : RegistryEntry.Pulls.ALL;
                    case "digest-only" -> RegistryEntry.Pulls.DIGEST_ONLY;
                    case "tag-only" -> RegistryEntry.Pulls.TAG_ONLY;
                    default ->
                        throw new ConfigException("pull-from-mirror of mirror \"" + location + "\" is \"" + pulls
                                + "\"; it must be all, digest-only or tag-only");
                });
    }

    /** Entries with the same location must not contradict each other, because neither takes precedence. */
    private static void checkAgreement(List<RegistryEntry> entries) throws ConfigException {
        Map<String, RegistryEntry> firsts = new LinkedHashMap<>();
        for (RegistryEntry entry : entries) {
            RegistryEntry first = firsts.getOrDefault(entry.place(), entry);
            firsts.put(entry.place(), first);
            if (first.insecure() != entry.insecure() || first.blocked() != entry.blocked()) {
                throw new ConfigException("registry \"" + entry.place()
                        + "\" is defined several times with conflicting "
                        + (first.insecure() != entry.insecure() ? "insecure" : "blocked") + " settings");
            }
        }
    }

    private static List<JsonNode> tables(JsonNode parent, String key) throws ConfigException {
        JsonNode array = parent.path(key);
        List<JsonNode> tables = new ArrayList<>();
        array.forEach(tables::add);
        if (!array.isMissingNode() && !(array.isArray() && tables.stream().allMatch(JsonNode::isObject))) {
            throw new ConfigException("\"" + key + "\" must be an array of tables");
        }
        return tables;
    }

    private static String place(JsonNode table, String key) throws ConfigException {
        String place = text(table, key).replaceAll("/+$", "");
        if (place.startsWith("http://") || place.startsWith("https://")) {
            throw new ConfigException(key + " \"" + place + "\" has a scheme; leave it out");
        }
        return place;
    }

    private static String text(JsonNode table, String key) throws ConfigException {
        JsonNode value = table.path(key);
        if (!value.isMissingNode() && !value.isTextual()) {
            throw new ConfigException("\"" + key + "\" must be a string");
        }
        return value.asText("");
    }

    private static boolean flag(JsonNode table, String key) throws ConfigException {
        JsonNode value = table.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw new ConfigException("\"" + key + "\" must be true or false");
        }
        return value.asBoolean();
    }
}
