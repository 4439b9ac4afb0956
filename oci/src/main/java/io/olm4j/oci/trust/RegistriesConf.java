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

/** The combined {@code registries.conf} files: where to pull an image from. */
public final class RegistriesConf {

    private final List<RegistryEntry> entries;

    RegistriesConf(List<RegistryEntry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** Reads the files; an entry replaces one of the same prefix in an earlier file. */
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
     * The places to pull the image from, in the order to try them; the registry itself comes last.
     *
     * @throws ImageException if a location makes no image reference
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

    /** Where the image is pushed to: as its reference says, since mirrors are for reading. */
    public PullSource pushTarget(ImageReference reference) {
        Optional<RegistryEntry> entry = find(reference);
        return new PullSource(reference, entry.map(RegistryEntry::insecure).orElse(false), block(entry));
    }

    private static Optional<String> block(Optional<RegistryEntry> entry) {
        return entry.filter(RegistryEntry::blocked)
                .map(e -> "registry " + e.prefix() + " is blocked in " + e.file()
                        + "; use another image, or take away the block");
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
