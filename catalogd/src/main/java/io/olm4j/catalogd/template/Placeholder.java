package io.olm4j.catalogd.template;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A number of a platform's version, as a template names it. */
record Placeholder(ClusterPlatform platform, Part part) {

    /** All placeholders. */
    static final List<Placeholder> ALL = Stream.of(ClusterPlatform.values())
            .flatMap(platform -> Stream.of(Part.values()).map(part -> new Placeholder(platform, part)))
            .toList();

    enum Part {
        MAJOR,
        MINOR,
        PATCH
    }

    /** Finds the placeholder of a text such as <code>{kube_major_version}</code>. */
    static Optional<Placeholder> of(String text) {
        return ALL.stream()
                .filter(placeholder -> placeholder.toString().equals(text))
                .findFirst();
    }

    /** Its value in a version; empty if the version does not have that number. */
    OptionalInt in(VersionNumbers numbers) {
        return switch (part) {
            case MAJOR -> OptionalInt.of(numbers.major());
            case MINOR -> OptionalInt.of(numbers.minor());
            case PATCH -> numbers.patch();
        };
    }

    @Override
    public String toString() {
        return "{" + platform.prefix() + "_" + part.name().toLowerCase(Locale.ROOT) + "_version}";
    }
}
