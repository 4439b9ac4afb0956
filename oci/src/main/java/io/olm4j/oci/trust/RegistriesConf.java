package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The combined {@code registries.conf} files. It decides from which sources an image is pulled. */
public final class RegistriesConf {

    private final List<RegistryEntry> entries;

    RegistriesConf(List<RegistryEntry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads the files. An entry replaces an entry with the same prefix in an earlier file.
     *
     * @throws ImageException if a file cannot be read or is malformed; the message names it
     */
    public static RegistriesConf read(List<Path> files) throws ImageException {
        Map<String, RegistryEntry> byPrefix = new TreeMap<>();
        for (Path file : files) {
            try {
                RegistriesConfParser.parse(file).forEach(entry -> byPrefix.put(entry.prefix(), entry));
            } catch (ConfigException e) {
                throw e.in(file);
            }
        }
        return new RegistriesConf(List.copyOf(byPrefix.values()));
    }

    /**
     * The sources of the image, in the order to try them; the registry itself comes last.
     *
     * @throws ImageException if a location does not result in an image reference
     */
    public List<PullSource> pullSources(ImageReference reference) throws ImageException {
        Optional<RegistryEntry> entry = find(reference);
        if (entry.isEmpty()) {
            return List.of(new PullSource(reference, false, Optional.empty()));
        }
        List<PullSource> sources = new ArrayList<>();
        for (RegistryEntry.Mirror mirror : entry.get().mirrors()) {
            if (mirror.pulls().include(reference)) {
                ImageReference there = rewrite(reference, entry.get(), mirror.location());
                sources.add(new PullSource(there, mirror.insecure(), block(find(there))));
            }
        }
        ImageReference primary = entry.get().location().isEmpty()
                ? reference
                : rewrite(reference, entry.get(), entry.get().location());
        sources.add(new PullSource(primary, entry.get().insecure(), block(entry).or(() -> block(find(primary)))));
        return sources;
    }

    /** The target of a push: the registry that the reference names, because mirrors are only for pulls. */
    public PullSource pushTarget(ImageReference reference) {
        Optional<RegistryEntry> entry = find(reference);
        return new PullSource(reference, entry.map(RegistryEntry::insecure).orElse(false), block(entry));
    }

    private static Optional<String> block(Optional<RegistryEntry> entry) {
        return entry.filter(RegistryEntry::blocked)
                .map(e -> "registry " + e.prefix() + " is blocked in " + e.file()
                        + "; use another image, or remove the block");
    }

    /** The entry with the longest prefix that matches. */
    private Optional<RegistryEntry> find(ImageReference reference) {
        return entries.stream()
                .filter(entry -> RegistryPrefix.match(reference.name(), entry.prefix()) >= 0)
                .max(Comparator.comparingInt(entry -> entry.prefix().length()));
    }

    private static ImageReference rewrite(ImageReference reference, RegistryEntry entry, String location)
            throws ImageException {
        String rest = reference.toString().substring(RegistryPrefix.match(reference.name(), entry.prefix()));
        try {
            return ImageReference.parse(location + rest);
        } catch (ImageException e) {
            throw new ConfigException(
                            "rewriting reference: the location \"" + location + "\" makes \"" + location + rest
                                    + "\" of \"" + reference + "\", which is not an image reference",
                            e)
                    .in(entry.file());
        }
    }
}
