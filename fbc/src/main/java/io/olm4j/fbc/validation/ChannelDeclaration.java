package io.olm4j.fbc.validation;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import java.util.List;

/** An {@code olm.channel}. */
record ChannelDeclaration(String packageName, Channel channel, Location location) {

    static ChannelDeclaration of(Meta meta) {
        Fields fields = meta.fields();
        BundlePropertyRules.requireShape(fields);
        return new ChannelDeclaration(fields.text("package"), PackageGraphs.channel(meta), meta.location());
    }

    String name() {
        return channel.name();
    }

    List<Entry> entries() {
        return channel.entries();
    }

    FindingPath path() {
        return FindingPath.ofChannel(packageName, name());
    }
}
