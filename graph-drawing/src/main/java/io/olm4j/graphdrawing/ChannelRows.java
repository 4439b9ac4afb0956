package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A channel in words, for a table: heads first, then the other bundles against the order of upgrades.
 *
 * @param isDefault whether it is the default channel of the package
 * @param deprecations sentences on the package and on the channel
 */
public record ChannelRows(
        String packageName, String channel, boolean isDefault, List<String> deprecations, List<Row> rows) {
    private static final int LONGEST_MESSAGE = 1000;

    /** Copies the lists. */
    public ChannelRows {
        deprecations = List.copyOf(deprecations);
        rows = List.copyOf(rows);
    }

    /**
     * A bundle.
     *
     * @param version empty if the package has no such bundle
     * @param note what it is, such as {@code head, deprecated}; empty if there is nothing to say
     * @param upgradesFrom its edges in the words of their fields, such as {@code replaces 1.1.0; skips 1.0.1}; empty if
     *     it has none
     */
    public record Row(String bundle, String version, String note, String upgradesFrom) {}

    /**
     * The channels of a package: the default channel first, the others by name.
     *
     * @param view whether neighbouring bundles that one bundle skips are named one by one, and what is marked
     */
    public static List<ChannelRows> of(PackageGraph graph, DrawingView view) {
        return graph.channels().stream()
                .sorted(Comparator.comparing((Channel channel) -> !isDefault(graph, channel))
                        .thenComparing(Channel::name))
                .map(channel -> of(graph, channel, view))
                .toList();
    }

    /** One channel of a package. */
    public static ChannelRows of(PackageGraph graph, Channel channel, DrawingView view) {
        var columns = new Columns(graph, channel);
        var deprecations = new Deprecations(graph);
        var words = new EdgeWords(columns, view.all());
        var marks = view.marks().in(channel);
        return new ChannelRows(
                PlainText.name(graph.name()),
                PlainText.name(channel.name()),
                isDefault(graph, channel),
                sentences(deprecations, channel),
                IntStream.range(0, columns.count())
                        .boxed()
                        .filter(column -> !columns.entry(column).outside())
                        .sorted(Comparator.comparing(columns::isHead)
                                .thenComparing(Comparator.naturalOrder())
                                .reversed())
                        .map(column -> new Row(
                                PlainText.name(columns.entry(column).name()),
                                version(columns.entry(column)),
                                note(columns, column, deprecations, marks),
                                words.of(column)))
                        .toList());
    }

    private static boolean isDefault(PackageGraph graph, Channel channel) {
        return graph.defaultChannel().filter(channel.name()::equals).isPresent();
    }

    private static List<String> sentences(Deprecations deprecations, Channel channel) {
        List<String> sentences = new ArrayList<>();
        deprecations
                .ofPackage()
                .ifPresent(message ->
                        sentences.add("The package is deprecated: " + PlainText.shortened(message, LONGEST_MESSAGE)));
        deprecations
                .ofChannel(channel.name())
                .ifPresent(message ->
                        sentences.add("The channel is deprecated: " + PlainText.shortened(message, LONGEST_MESSAGE)));
        return sentences;
    }

    private static String version(DrawnEntry entry) {
        return entry.version()
                .map(VersionRelease::text)
                .or(() -> entry.bundle().map(Bundle::version).map(PlainText::name))
                .orElse("");
    }

    private static String note(Columns columns, int column, Deprecations deprecations, ChannelMarks marks) {
        var entry = columns.entry(column);
        List<String> notes = new ArrayList<>();
        if (columns.isHead(column)) {
            notes.add("head");
        }
        if (entry.bundle().isEmpty()) {
            notes.add("no bundle");
        }
        if (deprecations.ofBundle(entry.name()).isPresent()) {
            notes.add("deprecated");
        }
        notes.addAll(marks.words(entry.name()));
        return String.join(", ", notes);
    }
}
