package io.olm4j.fbc.validation;

import io.olm4j.fbc.Fields;
import io.olm4j.fbc.Location;
import io.olm4j.fbc.Meta;
import java.util.List;

/** An {@code olm.channel}. */
record ChannelDeclaration(String name, String packageName, List<Entry> entries, Location location) {
    /** A bundle's place in the channel; texts are empty where left out. */
    record Entry(String name, String replaces, List<String> skips, String skipRange) {
        Entry {
            skips = List.copyOf(skips);
        }
    }

    ChannelDeclaration {
        entries = List.copyOf(entries);
    }

    static ChannelDeclaration of(Meta meta) {
        Fields fields = Fields.of(meta);
        BundleProperties.requireShape(fields);
        List<Entry> entries = fields.objects("entries").stream()
                .map(entry -> new Entry(
                        entry.text("name"), entry.text("replaces"), entry.texts("skips"), entry.text("skipRange")))
                .toList();
        return new ChannelDeclaration(fields.text("name"), fields.text("package"), entries, meta.location());
    }

    CatalogPath path() {
        return CatalogPath.ofChannel(packageName, name);
    }
}
