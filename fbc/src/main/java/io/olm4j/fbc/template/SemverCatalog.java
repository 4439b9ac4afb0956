package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.upgradeedges.catalog.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Builds the catalog objects of a rendered semver template. */
record SemverCatalog(SemverSections sections, Set<ChannelKind> kinds, ChannelKind preferred, Location location) {
    /** The package, the channels by name, the bundles by name. */
    List<Meta> metas() {
        var channels = new SemverChannels(sections, kinds);
        List<Meta> metas = new ArrayList<>();
        metas.add(packageMeta(channels.defaultChannel(preferred)));
        channels.channels().forEach(channel -> metas.add(channelMeta(channel)));
        sections.bundles().forEach(bundle -> metas.add(bundle.bundle().meta()));
        return metas;
    }

    private Meta packageMeta(Channel defaultChannel) {
        var name = sections.packageName();
        var blob =
                object().put("schema", Schemas.PACKAGE).put("name", name).put("defaultChannel", defaultChannel.name());
        var head = defaultChannel.entries().getLast().name();
        sections.bundles().stream()
                .filter(bundle -> bundle.name().equals(head))
                .forEach(bundle -> PackageFace.of(bundle.bundle()).addTo(blob));
        return new Meta(Schemas.PACKAGE, "", name, blob, location);
    }

    private Meta channelMeta(Channel channel) {
        var blob = object().put("schema", Schemas.CHANNEL)
                .put("package", sections.packageName())
                .put("name", channel.name());
        var entries = blob.putArray("entries");
        for (var entry : channel.entries()) {
            var node = entries.addObject().put("name", entry.name());
            entry.replaces().ifPresent(replaces -> node.put("replaces", replaces));
            if (!entry.skips().isEmpty()) {
                var skips = node.putArray("skips");
                entry.skips().forEach(skips::add);
            }
        }
        return new Meta(Schemas.CHANNEL, sections.packageName(), channel.name(), blob, location);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
