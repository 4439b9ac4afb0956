package io.olm4j.fbc.template;

import io.olm4j.versionranges.Version;
import java.util.Locale;

/** The versions that share a channel: those of a major or of a minor version. The later kind is the better default. */
enum ChannelKind {
    MAJOR,
    MINOR;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String channelName(Archetype archetype, Version version) {
        var major = archetype.key() + "-v" + Long.toUnsignedString(version.major());
        return switch (this) {
            case MAJOR -> major;
            case MINOR -> major + "." + Long.toUnsignedString(version.minor());
        };
    }
}
